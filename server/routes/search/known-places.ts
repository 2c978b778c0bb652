/** The places of the base map, with their names. */
import type { ListedPlace } from 'atlas-engine/http';
import { foldKeywords, foldNames, type Searched } from 'atlas-engine/runtime';
import { ANONYMOUS } from '../../access/asker.ts';
import { shownTo, type AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { storeUnder } from '../../access/loaded-for.ts';
import { decide } from '../../access/policies.ts';
import {
  boundsOf,
  generalise,
  packGeoJson,
  prepareQuery,
  touchesPoint,
  UNITS_PER_DEGREE,
  type PreparedQuery,
} from '../../geometry/index.ts';
import { fromStore } from '../../http/errors.ts';
import type { Attributes, Bounds, DatasetStore } from '../../store/store.ts';

/** Maximum number of places of a dataset. */
const MAX_PLACES = 2000;

/** Where the places are read, and the language of their titles. */
interface Reading {
  readonly store: DatasetStore;
  readonly locale: string;
}

/** A place, and its names in the form in which they are searched. */
export interface KnownPlace {
  readonly dataset: string;
  readonly id: number;
  readonly listed: ListedPlace;
  readonly searched: Searched;
  /** What it is, in every language. */
  readonly kind: Searched;
  /** Whether a group draws it. */
  readonly isDrawn: boolean;
  /** The outline of an area that no group draws, such as a province; null for others. */
  readonly outline: PreparedQuery | null;
}

/** Returns the title of the area of the base map that contains bounds in degrees. */
export function provinceAt(places: readonly KnownPlace[], bounds: Bounds): string | undefined {
  const [west, south, east, north] = bounds.map((degrees) => degrees * UNITS_PER_DEGREE) as [
    number,
    number,
    number,
    number,
  ];
  const [x, y] = [Math.round((west + east) / 2), Math.round((south + north) / 2)];
  return places.find(({ outline }) => {
    if (!outline) return false;
    const [w, s, e, n] = outline.bounds;
    const isInBox = west >= w && south >= s && east <= e && north <= n;
    return isInBox && touchesPoint(outline, x, y);
  })?.listed[0];
}

/** The places of each snapshot and language, or their promise. */
const known = new WeakMap<AtlasSnapshot, Map<string, Promise<readonly KnownPlace[]>>>();

/** Returns the places that everyone may download. They are read once for a snapshot. */
export function knownPlaces(
  snapshot: AtlasSnapshot,
  reading: Reading,
): Promise<readonly KnownPlace[]> {
  const byLocale = known.get(snapshot) ?? new Map<string, Promise<readonly KnownPlace[]>>();
  known.set(snapshot, byLocale);
  const { locale } = reading;
  const places = byLocale.get(locale) ?? readPlaces(snapshot, reading);
  byLocale.set(locale, places);
  // A failed reading is not kept.
  places.catch(() => byLocale.delete(locale));
  return places;
}

async function readPlaces(snapshot: AtlasSnapshot, reading: Reading): Promise<KnownPlace[]> {
  const places: KnownPlace[] = [];
  for (const dataset of snapshot.search.datasets.keys())
    places.push(...(await placesOf(dataset, { snapshot, ...reading })));
  return places;
}

/**
 * Returns the features of a searched dataset that no group draws, or that can be chosen as areas.
 * Everyone may download it, because the answer lists all of them.
 */
async function placesOf(
  dataset: string,
  { snapshot, store, locale }: Reading & { readonly snapshot: AtlasSnapshot },
): Promise<readonly KnownPlace[]> {
  const { fields, title, label, groups } = snapshot.search.datasets.get(dataset)!;
  const served = snapshot.datasets.get(dataset);
  const decision = decide(snapshot.access, ANONYMOUS, { dataset, use: 'download' });
  const isLoaded = Object.keys(served?.stored ?? {}).length > 0;
  const isDrawn = groups.length > 0;
  const isPlaces = !isDrawn || snapshot.areas.datasets.has(dataset);
  if (!isPlaces || !served || !isLoaded || !decision.allow) return [];
  const seen = decision.fields.filter((field) => fields.includes(field));
  const page = await fromStore(() =>
    storeUnder(store, snapshot, 'download').page({ dataset, fields: seen, limit: MAX_PLACES }),
  );
  const kinds = label ?? shownTo(served, ANONYMOUS.rank).title;
  const kind = { names: [], keywords: foldKeywords(Object.values(kinds)) };
  return page.flatMap(({ id, geometry, properties }) => {
    const [name, ...others] = namesOf(properties, [...title[locale]!, ...seen]);
    const packed = packGeoJson(geometry);
    if (name === undefined || 'rejected' in packed) return [];
    const listed = [name, kinds[locale]!, rounded(boundsOf(packed.ok)), ...others] as const;
    const isProvince = !isDrawn && packed.ok.kind === 'polygon';
    const outline = isProvince ? prepareQuery(generalise(packed.ok, 'z8-10')) : null;
    const searched = { names: foldNames([name, ...others]), keywords: [] };
    return [{ dataset, id, listed, searched, kind, isDrawn, outline }];
  });
}

/** Returns the distinct texts of these fields, in their order. */
function namesOf(properties: Attributes, fields: readonly string[]): string[] {
  const values = fields.flatMap((field) => properties[field] ?? []);
  return [
    ...new Set(values.filter((value) => typeof value === 'string' && value !== '')),
  ] as string[];
}

function rounded([west, south, east, north]: Bounds): number[] {
  const [w, s, e, n] = [west, south, east, north].map((units) =>
    Number((units / UNITS_PER_DEGREE).toFixed(4)),
  );
  return w === e && s === n ? [w!, s!] : [w!, s!, e!, n!];
}
