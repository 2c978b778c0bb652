import type { AtlasModel } from '../model/model.ts';
import { keyOfThing, type Change, type ChangedThing } from './change.ts';

/**
 * Returns the addresses of the old atlas that lead nowhere in the new one, or to another thing that the
 * old one had, as `breaks`. An address that leads to a new thing is a new id.
 */
export function compareLinks(before: AtlasModel, after: AtlasModel): Change[] {
  const [old, now] = [linksOf(before), new Map(linksOf(after).map((link) => [link.key, link]))];
  const had = new Set(old.map(({ thing }) => keyOfThing(thing)));
  return old.flatMap(({ key, thing, name, what, text }): Change[] => {
    const other = now.get(key)?.thing;
    if (!other) return [{ kind: 'breaks', thing, text }];
    if (other.id === thing.id || !had.has(keyOfThing(other))) return [];
    return [{ kind: 'breaks', thing, text: `\`${name}\` leads to \`${other.id}\` now ${what}.` }];
  });
}

interface Link {
  readonly key: string;
  readonly thing: ChangedThing;
  readonly name: string;
  /** Where it is used, such as `in addresses of tiles`. */
  readonly what: string;
  /** What no longer works. */
  readonly text: string;
}

function linksOf(model: AtlasModel): Link[] {
  const link = (kind: string, id: string, name: string, what: string): Link => ({
    key: `${what} ${name}`,
    thing: { kind, id },
    name,
    what,
    text: `\`${name}\` no longer works ${what}. Keep it as one of its \`aliases\`.`,
  });
  const plain = (kind: string, id: string, what: string): Link => ({
    key: `${what} ${id}`,
    thing: { kind, id },
    name: id,
    what,
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
