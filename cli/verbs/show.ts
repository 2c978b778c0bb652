import {
  compileGroup,
  fieldsOfSublayer,
  showsOf,
  type CompileOptions,
  type Dataset,
  type Group,
  type LoadedAtlas,
  type Project,
  type RawNode,
  type Source,
  type Sublayer,
} from 'atlas-engine';
import { printResult, type CommandIo, type ExitCode } from '../../host/common/command.ts';
import { conditionWords, legendLines, showPopup, textLines } from './show-words.ts';
import { showOfPage } from './show-page.ts';
import type { ActiveService } from '../../server/services/service-settings.ts';
import { openValid, pick } from '../../host/config/valid-config.ts';
import type { ShownKind } from './shown-kinds.ts';

type ValidAtlas = LoadedAtlas & { ok: true };

/** Prints the resolved form of an object of the configuration, and where its parts are defined. */
export async function show(
  options: { readonly config: string; readonly kind: ShownKind; readonly id: string },
  io: CommandIo,
): Promise<ExitCode> {
  const config = await openValid(options.config, io);
  if (!config) return 1;
  const { atlas, services } = config;
  const { kind, id } = options;
  const { thing, text } = shown(options, atlas, services);
  const node = atlas.nodes.get(thing);
  printResult(io, { kind, id, places: node ? placesOf(node, atlas) : [], entry: node ?? {} }, text);
  return 0;
}

/** Returns an object of the model, and what is printed of it. Throws `UsageError` for an unknown id. */
function shown(
  { kind, id }: { readonly kind: ShownKind; readonly id: string },
  atlas: ValidAtlas,
  services: ReadonlyMap<string, ActiveService>,
): { readonly thing: object; readonly text: string } {
  const { model } = atlas;
  const byId = <T extends Group | Project>(things: readonly T[]): Map<string, T> =>
    new Map(things.flatMap((thing) => [thing.id, ...thing.aliases].map((name) => [name, thing])));
  switch (kind) {
    case 'group': {
      const thing = pick(byId(model.groups), id, kind);
      return { thing, text: showGroup(thing, atlas, services) };
    }
    case 'project': {
      const thing = pick(byId(model.projects), id, kind);
      return { thing, text: showProject(thing, atlas) };
    }
    case 'source': {
      const source = model.sources.get(id);
      if (source || !model.datasets.has(id)) {
        const thing = pick(model.sources, id, kind);
        return { thing, text: showSource(thing, atlas) };
      }
      break;
    }
    case 'form':
    case 'tool':
    case 'notice':
    case 'page': {
      const { thing, lines } = showOfPage(kind, id, atlas);
      return { thing, text: [`${kind} ${id}  ${origin(thing, atlas)}`, ...lines].join('\n') };
    }
    case 'dataset':
  }
  const thing = pick(model.datasets, id, 'dataset');
  return { thing, text: showDataset(thing, atlas) };
}

/** Returns where a node is written, and the calls if templates made it, the innermost first. */
function placesOf(node: RawNode, { origins }: ValidAtlas): { file: string; line: number }[] {
  const { calls } = origins.callsOf(node);
  return [origins.at(node), ...calls.map((call) => origins.at(call))].map(({ file, start }) => ({
    file,
    line: start.line,
  }));
}

/** Returns the place of a key under `defaults` of its file; an empty text if it is not there. */
function defaultOrigin(thing: object, key: string, { nodes, origins }: ValidAtlas): string {
  const node = nodes.get(thing);
  if (!node || !origins.isShared(node, key)) return '';
  const { file, start } = origins.at(node, key, 'key');
  return `  # from the defaults at ${file}:${start.line}`;
}

/**
 * Returns the place where an object is defined, such as `groups/communities.yaml:12`, and the calls
 * if templates made the object, the innermost first.
 */
function origin(thing: object, atlas: ValidAtlas): string {
  const node = atlas.nodes.get(thing);
  if (!node) return '';
  const [own, ...calls] = placesOf(node, atlas).map(({ file, line }) => `${file}:${line}`);
  return `# ${[own, ...calls.map((at) => `called at ${at}`)].join(', ')}`;
}

function showGroup(
  group: Group,
  atlas: ValidAtlas,
  services: ReadonlyMap<string, ActiveService>,
): string {
  const { model } = atlas;
  const { locales } = model;
  const compiled = compileGroup(group, model, model.levels.at(-1)!, plainOptions(locales.default));
  return [
    `group ${group.id}  ${origin(group, atlas)}`,
    ...textLines('name', group.name),
    ...textLines('subtitle', group.subtitle ?? undefined),
    ...textLines('keywords', group.keywords ?? undefined),
    `category: ${group.category.id}  order: ${atlas.nodes.get(group)?.['order'] === undefined ? 'not written, after those that have one' : group.order}  checked: ${group.checked}  opacity: ${group.opacity}`,
    `coverage: ${group.coverage === 'all' ? 'all' : group.coverage.map(({ id }) => id).join(', ')}`,
    `permission: ${group.permission.id} (${permissionReason(group)})  when denied: ${group.whenDenied}`,
    ...(group.popup ? showPopup(group.popup, group, locales.available) : ['popup: none']),
    '',
    'legend:',
    ...legendLines(group, model),
    '',
    'sublayers, bottom first:',
    ...group.sublayers.flatMap((sublayer, i) =>
      showSublayer(sublayer, JSON.stringify(compiled?.group.sublayers[i] ?? null), atlas).concat(
        offLines(sublayer, services),
      ),
    ),
  ].join('\n');
}

/** Returns a line for a sublayer whose service is off. */
function offLines({ source }: Sublayer, services: ReadonlyMap<string, ActiveService>): string[] {
  const load = source.kind === 'dataset' ? source.dataset.load : undefined;
  const service =
    source.kind === 'source'
      ? source.source.service
      : load?.kind === 'service'
        ? load.service
        : undefined;
  if (!service || services.has(service.id)) return [];
  const fallback =
    source.kind === 'source'
      ? source.source.fallback?.id
      : load && 'fallback' in load && load.fallback
        ? 'its `fallback`'
        : undefined;
  return [
    `    off: the service ${service.id} is switched on by ${service.env}; ${fallback ? `${fallback} is used instead` : 'until then nothing is drawn'}`,
  ];
}

function permissionReason(group: Group): string {
  const needs = group.sublayers
    .flatMap(({ source }) => (source.kind === 'dataset' ? [source.dataset] : []))
    .filter(({ permission }) => permission.view.rank === group.permission.rank);
  if (group.permission.rank === 0) return 'open to everyone';
  const [first] = needs;
  return first
    ? `from the dataset ${first.id}`
    : 'from a field it draws, or restricted by the group itself';
}

function showSublayer(sublayer: Sublayer, compiled: string, atlas: ValidAtlas): string[] {
  const { source } = sublayer;
  const from =
    source.kind === 'dataset'
      ? `${source.dataset.id} (${source.feed})`
      : source.kind === 'source'
        ? source.source.id
        : '-';
  const fields = [...fieldsOfSublayer(sublayer)];
  return [
    `  ${sublayer.id}: ${sublayer.type} over ${from}, slot ${sublayer.slot}  ${origin(sublayer, atlas)}`,
    ...(fields.length > 0 ? [`    reads: ${fields.join(', ')}`] : []),
    `    compiled: ${compiled}`,
  ];
}

function showProject(project: Project, atlas: ValidAtlas): string {
  return [
    `project ${project.id}  ${origin(project, atlas)}`,
    ...textLines('name', project.name),
    `permission: ${project.permission.id}`,
    `extent: [${project.extent.join(', ')}] (west, south, east, north)`,
    `texts: ${project.texts.length}`,
    'groups, top first:',
    ...project.groups.map(
      (group) =>
        `  ${group.id}  ${group.permission.id}${group.project === null ? '' : ' (a copy)'}${whereWords(project, group)}  ${origin(group, atlas)}`,
    ),
  ].join('\n');
}

/**
 * Returns the conditions that a project adds to a group. For a copy, the conditions of its first
 * sublayer come first, then those of the project.
 */
function whereWords({ filters }: Project, group: Group): string {
  const where = group.project === null ? filters.get(group.id) : group.sublayers[0]?.where;
  return where && where.length > 0 ? `  where ${where.map(conditionWords).join(' and ')}` : '';
}

function showDataset(dataset: Dataset, atlas: ValidAtlas): string {
  const { view, analyse, download } = dataset.permission;
  const { groups, copies } = showsOf(atlas.model).get(dataset.id)!.at(-1)!;
  const users = [...groups, ...copies].map(({ group }) => group);
  return [
    `dataset ${dataset.id}  ${origin(dataset, atlas)}`,
    `geometry: ${dataset.geometry}  load: ${JSON.stringify(dataset.load)}  key: ${dataset.key ?? 'hash of geometry and open fields'}`,
    `permission: view ${view.id}, analyse ${analyse.id}, download ${download.id}  when denied: ${dataset.whenDenied}${defaultOrigin(dataset, 'permission', atlas)}`,
    ...(dataset.only.length > 0 ? [`only: ${dataset.only.map(conditionWords).join(' and ')}`] : []),
    ...(dataset.within
      ? [`within: [${dataset.within.bounds.join(', ')}] of ${dataset.within.of}`]
      : []),
    `feeds: ${JSON.stringify(dataset.feeds)}`,
    'fields:',
    ...[...dataset.fields.values()].map(
      (field) =>
        `  ${field.name}: ${field.type}${field.permission.rank > view.rank ? ` (${field.permission.id})` : ''}  "${field.label[atlas.model.locales.default]}"  ${origin(field, atlas)}`,
    ),
    `drawn by: ${users.map(({ id }) => id).join(', ') || 'no group'}`,
  ].join('\n');
}

function showSource(source: Source, atlas: ValidAtlas): string {
  const { fields, ...plain } = source;
  return [
    `source ${source.id}  ${origin(source, atlas)}`,
    JSON.stringify(plain, null, 2),
    ...(fields
      ? [
          'fields:',
          ...[...fields].map(
            ([layer, columns]) =>
              `  ${layer}: ${[...columns].map(([name, type]) => `${name} ${type}`).join(', ')}`,
          ),
        ]
      : []),
  ].join('\n');
}

/** Options for printed output, which needs no versions and no addresses. */
function plainOptions(locale: string): CompileOptions {
  return {
    locale,
    version: () => null,
    bounds: () => null,
    address: () => '',
    fileVersion: () => null,
    hash: () => '',
  };
}
