/** Makes the frames of projects from the features that outline them. */
import type { Access, AtlasModel, Project } from 'atlas-engine';
import { frameOf, type Frame, type Ring } from 'atlas-engine/runtime';
import type { Geometry, Position } from 'geojson';
import { isStricter } from '../access/loaded-for.ts';
import { generalise, normalise, unpackToGeoJson } from '../geometry/index.ts';
import { passesAll } from '../load/conditions.ts';
import type { DatasetStore } from '../store/store.ts';

const PAGE_SIZE = 1_000;

/** The outline has details of half a pixel up to this zoom. */
const DETAIL = 'z8-10';

/** Decimals of a coordinate in degrees: about a metre. */
const DECIMALS = 5;

type Outline = NonNullable<Project['outline']>;

/** Outlines of features, which take seconds to merge, by the stamp of their data and their conditions. */
export type Outlines = ReadonlyMap<string, readonly Ring[]>;

/** The outlines that were made for the snapshot before, and those of this snapshot. */
export interface KeptOutlines {
  readonly before: Outlines;
  readonly now: Map<string, readonly Ring[]>;
}

interface Places {
  readonly store: Pick<DatasetStore, 'page' | 'statuses'>;
  readonly access: Access;
  /** Default: nothing is kept. */
  readonly outlines?: KeptOutlines | undefined;
}

/**
 * Returns the frames (the outline and the map outside of it) of the projects with an `outline`, by
 * project. A project has no frame when its dataset is not loaded, when no feature meets the
 * conditions, or when the data were loaded for a stricter level.
 */
export async function projectFrames(
  { projects }: AtlasModel,
  places: Places,
): Promise<ReadonlyMap<string, Frame>> {
  const made = projects.map(async ({ id, outline }) => {
    const rings = outline ? await ringsOf(outline, places) : [];
    return rings.length > 0 ? ([id, frameOf(rings)] as const) : null;
  });
  return new Map((await Promise.all(made)).filter((frame) => frame !== null));
}

/**
 * Returns the outer rings of all features together; holes and details are removed. They are made again
 * only if the data or the conditions have changed.
 */
async function ringsOf(outline: Outline, places: Places): Promise<readonly Ring[]> {
  const { before, now } = places.outlines ?? {};
  const stamp = await stampOf(outline, places);
  if (stamp === null) return [];
  const key = JSON.stringify([outline.dataset.id, stamp, outline.where]);
  const known = before?.get(key) ?? now?.get(key);
  const rings = known ?? mergedRings(await polygonsOf(outline, places));
  // Again after the read, because a load may finish in between.
  if ((await stampOf(outline, places)) !== stamp) return [];
  now?.set(key, rings);
  return rings;
}

/** Returns the stamp of the data; null if they are not loaded, or for a stricter level. */
async function stampOf(
  { dataset, where }: Outline,
  { store, access }: Places,
): Promise<string | null> {
  const fields = fieldsIn(where);
  const status = (await store.statuses()).find((each) => each.dataset === dataset.id);
  return status && !isStricter(status, access, fields) ? status.stamp : null;
}

function fieldsIn(where: Outline['where']): readonly string[] {
  return [...new Set(where.map(({ field }) => field))];
}

function mergedRings(polygons: Position[][][]): readonly Ring[] {
  if (polygons.length === 0) return [];
  // Polygons that overlap or touch are merged.
  const whole = normalise({ type: 'MultiPolygon', coordinates: polygons }, 'polygon');
  if ('rejected' in whole) return [];
  const shape = unpackToGeoJson(generalise(whole.geometry, DETAIL));
  return polygonsIn(shape).map(([shell]) => shell!.map(rounded));
}

async function polygonsOf({ dataset, where }: Outline, { store }: Places): Promise<Position[][][]> {
  const fields = fieldsIn(where);
  const found: Position[][][] = [];
  for (let after = 0; ;) {
    const page = await store.page({ dataset: dataset.id, fields, after, limit: PAGE_SIZE });
    for (const { geometry, properties } of page)
      if (passesAll(where, (field) => properties[field] ?? null))
        found.push(...polygonsIn(geometry));
    after = page.at(-1)?.id ?? 0;
    if (page.length < PAGE_SIZE) return found;
  }
}

function polygonsIn(geometry: Geometry): Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
}

function rounded([lng, lat]: Position): readonly [number, number] {
  return [Number(lng!.toFixed(DECIMALS)), Number(lat!.toFixed(DECIMALS))];
}
