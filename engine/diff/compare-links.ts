import type { AtlasModel } from '../model/model.ts';
import type { Change, ChangedThing } from './change.ts';

/** Returns the addresses of the old atlas that lead nowhere in the new one, as `breaks`. */
export function compareLinks(before: AtlasModel, after: AtlasModel): Change[] {
  const known = new Set(linksOf(after).map(({ key }) => key));
  return linksOf(before)
    .filter(({ key }) => !known.has(key))
    .map(({ thing, text }) => ({ kind: 'breaks', thing, text }));
}

interface Link {
  readonly key: string;
  readonly thing: ChangedThing;
  /** What no longer works. */
  readonly text: string;
}

function linksOf(model: AtlasModel): Link[] {
  const link = (kind: string, id: string, name: string, what: string): Link => ({
    key: `${what} ${name}`,
    thing: { kind, id },
    text: `\`${name}\` no longer works ${what}. Keep it as one of its \`aliases\`.`,
  });
  const plain = (kind: string, id: string, what: string): Link => ({
    key: `${what} ${id}`,
    thing: { kind, id },
    text: `\`${id}\` no longer works ${what}.`,
  });
  return [
    ...model.groups
      .filter(({ project }) => project === null)
      .flatMap(({ id, aliases }) =>
        [id, ...aliases].map((name) => link('group', id, name, 'in addresses of layers')),
      ),
    ...model.projects.flatMap(({ id, aliases }) =>
      [id, ...aliases].map((name) => link('project', id, name, 'in addresses of projects')),
    ),
    ...[...model.datasets.values()].flatMap(({ id, feeds }) => [
      ...(feeds.tiles ? [id, feeds.tiles.name, ...feeds.tiles.aliases] : []).map((name) =>
        link('dataset', id, name, 'in addresses of tiles'),
      ),
      ...(feeds.geojson === null ? [] : [id, feeds.geojson]).map((name) =>
        plain('dataset', name, 'in addresses of GeoJSON'),
      ),
      ...(feeds.wms === null ? [] : [id, feeds.wms]).map((name) =>
        plain('dataset', name, 'as a layer of WMS'),
      ),
    ]),
    ...model.baseLayers.map(({ id }) => plain('base layer', id, 'in addresses of base maps')),
    ...model.pages.map(({ id }) => plain('page', id, 'as the address of a page')),
    ...model.locales.available.map((id) => plain('language', id, 'in addresses of languages')),
    ...(['analyse', 'explore', 'download', 'import'] as const)
      .filter((id) => model.tools[id] !== undefined)
      .map((id) => plain('tool', id, 'in addresses of tools')),
  ].filter((each, place, all) => all.findIndex(({ key }) => key === each.key) === place);
}
