/** The verbs `atlas new …` for entries that are made without data. */
import { toFlow, type AtlasModel } from 'atlas-engine';
import { UsageError, type CommandIo, type ExitCode } from '../../host/common/command.ts';
import { openValid, pick } from '../../host/config/valid-config.ts';
import { Changes } from '../new/changes.ts';
import { finish, type NewOptions } from '../new/finish.ts';
import { survey } from '../new/survey.ts';
import { requireId, toFill, words } from '../new/texts-to-fill.ts';
import { requireLanguage } from './words.ts';

/** Options of entries that have an id and a name. */
export interface NewNamedOptions extends NewOptions {
  readonly id: string;
  readonly name?: string;
}

/** Adds a project with its extent: given bounds, those of a file of data, or those of the home view. */
export async function newProject(
  options: NewNamedOptions & {
    readonly bounds?: string;
    readonly from?: string;
    readonly groups?: readonly string[];
  },
  io: CommandIo,
): Promise<ExitCode> {
  requireId(options.id);
  const config = await openValid(options.config, io);
  if (!config) return 1;
  const { model } = config.atlas;
  const byId = new Map(
    model.groups.flatMap((group) => [group.id, ...group.aliases].map((id) => [id, group] as const)),
  );
  const groups = (options.groups ?? []).map((id) => pick(byId, id, 'group').id);
  const extent = await extentOf(options, model);
  const changes = new Changes(config.folder);
  const entry = [
    `id: ${toFlow(options.id)}`,
    `name: ${toFlow(nameOf(options, model))}`,
    `texts: # paragraphs about the area, in Markdown`,
    `  - ${toFlow(nameOf(options, model))}`,
    `extent: ${toFlow(extent)} # west, south, east, north`,
    `groups: ${toFlow(groups)} # groups that are switched on with it`,
  ];
  const file = `added/${options.id}.yaml`;
  if (changes.textOf(file) !== undefined)
    throw new UsageError(`There is a file \`${file}\` already.`);
  changes.add(file, ['projects'], entry.join('\n'), 'an area with its texts and layers');
  return finish(changes, { id: options.id, notes: [], options }, io);
}

async function extentOf(
  { bounds, from }: { readonly bounds?: string; readonly from?: string },
  model: AtlasModel,
): Promise<readonly number[]> {
  if (bounds !== undefined) {
    const numbers = bounds.split(',').map(Number);
    if (numbers.length === 4 && numbers.every(Number.isFinite)) return numbers;
    throw new UsageError('`--bounds` must be four numbers: west,south,east,north.');
  }
  const found = from === undefined ? model.home : (await survey(from)).bounds;
  return (found ?? model.home).map((degrees) => Math.round(degrees * 1e3) / 1e3);
}

/** Adds a category after the last one. */
export async function newCategory(options: NewNamedOptions, io: CommandIo): Promise<ExitCode> {
  requireId(options.id);
  const config = await openValid(options.config, io);
  if (!config) return 1;
  const { model } = config.atlas;
  const changes = new Changes(config.folder);
  const { nodes } = config.atlas;
  const orders = model.categories.flatMap((category) => nodes.get(category)?.['order'] ?? []);
  const entry = toFlow({
    id: options.id,
    // Categories without an order keep the order of the file.
    ...(orders.length > 0 && { order: Math.max(...orders.map(Number)) + 10 }),
    name: nameOf(options, model),
  });
  changes.add(changes.fileWith('categories')!, ['categories'], entry);
  return finish(changes, { id: options.id, notes: [], options }, io);
}

/** Adds a country to the region. Its name in each language follows from its code. */
export async function newCountry(
  options: NewNamedOptions & { readonly iso2?: string },
  io: CommandIo,
): Promise<ExitCode> {
  requireId(options.id);
  const config = await openValid(options.config, io);
  if (!config) return 1;
  const { model } = config.atlas;
  const changes = new Changes(config.folder);
  const iso2 = options.iso2?.toUpperCase();
  const named = iso2 === undefined ? nameOf(options, model) : countryNames(iso2, model);
  const entry = toFlow({
    id: options.id,
    ...(iso2 !== undefined && { iso2 }),
    ...(/^[a-z]{3}$/.test(options.id) && { iso3: options.id.toUpperCase() }),
    name: options.name === undefined ? named : nameOf(options, model),
  });
  changes.add(changes.fileWith('region')!, ['region', 'countries'], entry);
  return finish(changes, { id: options.id, notes: [], options }, io);
}

function countryNames(iso2: string, { locales }: AtlasModel): Readonly<Record<string, string>> {
  if (!/^[A-Z]{2}$/.test(iso2)) throw new UsageError('`--iso2` must be two letters, such as UG.');
  return Object.fromEntries(
    locales.available.map((locale) => [
      locale,
      new Intl.DisplayNames([locale], { type: 'region' }).of(iso2) ?? iso2,
    ]),
  );
}

/** Adds a language, with a copy of the texts of the default language to translate. */
export async function newLocale(
  options: NewOptions & { readonly code: string },
  io: CommandIo,
): Promise<ExitCode> {
  const { code } = options;
  requireLanguage(code);
  const config = await openValid(options.config, io);
  if (!config) return 1;
  const { locales } = config.atlas.model;
  if (locales.available.includes(code))
    throw new UsageError(`\`${code}\` is a language of this atlas already.`);
  const changes = new Changes(config.folder);
  changes.add(changes.fileWith('locales')!, ['locales', 'available'], toFlow(code));
  const texts = changes.textOf(`locales/${locales.default}.yaml`);
  if (texts !== undefined && changes.textOf(`locales/${code}.yaml`) === undefined)
    changes.write(
      `locales/${code}.yaml`,
      `# Copied from \`locales/${locales.default}.yaml\`, to translate.\n${texts}`,
    );
  const notes = [
    `\`atlas check\` lists the texts that are missing in \`${code}\`. Until all exist, a running server serves the atlas as it was, without later changes, and no server starts.`,
    `\`atlas words ${code}\` prints the words of the interface to translate.`,
  ];
  return finish(changes, { id: code, notes, options, isIncomplete: true }, io);
}

function nameOf(
  { id, name }: { readonly id: string; readonly name?: string },
  { locales }: AtlasModel,
): Readonly<Record<string, string>> {
  return toFill(name ?? words(id), locales.available);
}
