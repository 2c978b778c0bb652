import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import type { AtlasModel } from 'atlas-engine';
import { UsageError, type CommandIo, type ExitCode } from '../../host/common/command.ts';
import { openValid, pick } from '../../host/config/valid-config.ts';
import { Changes } from '../new/changes.ts';
import { classesOf, fieldOfKinds, rampOf, type Classes } from '../new/choose-classes.ts';
import { finish, type NewOptions } from '../new/finish.ts';
import { classesEntry, datasetEntry, groupEntry, type LayerParts } from '../new/layer-entries.ts';
import { placeData } from '../new/place-data.ts';
import { survey, type Survey } from '../new/survey.ts';
import { idOf } from '../new/texts-to-fill.ts';
import { levelOf } from './compile-options.ts';

export interface NewDataOptions extends NewOptions {
  /** The file of the data. */
  readonly path: string;
  readonly id?: string;
  /** The layer of a GeoPackage. */
  readonly layer?: string;
  /** The field of the classes. */
  readonly classes?: string;
  readonly permission?: string;
  /** The category of the group. */
  readonly category?: string;
}

/** Adds a dataset with the classes of its values, and with `group` also a group that draws it. */
export async function newLayer(
  options: NewDataOptions & { readonly group: boolean },
  io: CommandIo,
): Promise<ExitCode> {
  const config = await openValid(options.config, io);
  if (!config) return 1;
  const scratch = await mkdtemp(join(tmpdir(), 'atlas-new-'));
  try {
    const data = await placeData(options.path, { config: options.config, scratch });
    const found = await survey(data.from, options.layer);
    const { model } = config.atlas;
    const id = options.id ?? idOf(basename(data.file, extname(data.file)));
    const changes = new Changes(config.folder);
    if (data.isOutside) changes.copy(data.from, data.file);
    const parts: LayerParts = {
      id,
      file: data.file,
      survey: found,
      classes: chooseClasses(found, `${id}-classes`, options, model),
      locales: model.locales.available,
      level: permissionOf(options, model),
      levels: model.levels.map((level) => level.id),
    };
    addLayer(changes, parts, options.group ? categoryOf(options, model) : null);
    return await finish(changes, { id, notes: notesOf(parts), options }, io);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const FILE_NOTE = `# The texts are the names in the data, the same in every language: correct and translate them.
# \`atlas explain dataset.fields\` explains a key, \`atlas check\` finds mistakes.
`;

/** Adds the entries of a layer to a file of their own. */
function addLayer(changes: Changes, parts: LayerParts, category: string | null): void {
  const file = `added/${parts.id}.yaml`;
  if (changes.textOf(file) !== undefined)
    throw new UsageError(`There is a file \`${file}\` already. Choose another id with \`--id\`.`);
  changes.write(file, FILE_NOTE);
  changes.add(file, ['datasets'], datasetEntry(parts), 'the data, and who may see them');
  if (parts.classes)
    changes.add(file, ['classes'], classesEntry(parts.classes), 'colours for any colour vision');
  if (category !== null)
    changes.add(file, ['groups'], groupEntry({ ...parts, category }), 'an entry of the layer list');
}

function chooseClasses(
  found: Survey,
  id: string,
  { classes: wanted }: NewDataOptions,
  { locales }: AtlasModel,
): Classes | null {
  if (found.geometry === 'raster') return rampOf(found, id);
  const byName = new Map(found.fields.map((field) => [field.name, field]));
  const field = wanted === undefined ? fieldOfKinds(found.fields) : pick(byName, wanted, 'field');
  if (wanted !== undefined && !field?.values?.length)
    throw new UsageError(`The field \`${wanted}\` has no values, or too many, for classes.`);
  return field ? classesOf(field, id, locales.available) : null;
}

/** Data are for the strictest level unless the author says otherwise. */
function permissionOf({ permission }: NewDataOptions, model: AtlasModel): string {
  return permission === undefined ? model.levels.at(-1)!.id : levelOf(model, permission).id;
}

function categoryOf({ category }: NewDataOptions, { categories }: AtlasModel): string {
  const byId = new Map(categories.map((each) => [each.id, each]));
  return category === undefined ? categories[0]!.id : pick(byId, category, 'category').id;
}

/** Says what was found in the data, and who may see them. */
function notesOf({ survey: found, classes, level, levels }: LayerParts): readonly string[] {
  const first = levels[0]!;
  return [
    ...(found.geometry === 'raster'
      ? [`A raster with values from ${found.range.join(' to ')}.`]
      : [
          `Features (${found.geometry}): ${found.count}. Fields: ${found.fields.length}.`,
          ...(found.others > 0
            ? [
                `${found.others} features have another kind of geometry and are not loaded: save them as a file of their own.`,
              ]
            : []),
        ]),
    ...(classes?.field === undefined
      ? []
      : [`Its classes are the values of \`${classes.field}\`.`]),
    ...(level === first
      ? []
      : [`Only \`${level}\` may see it. \`--permission ${first}\` opens it to everyone.`]),
  ];
}
