import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FeatureCollection, Point as GeoPoint } from 'geojson';
import { describe, expect, it } from 'vitest';
import { toMercator, type Point } from '../../../../cli/geography/geometry.ts';
import { DryLand } from '../../../../demo/geography/dry-land.ts';
import {
  NameSides,
  ringsOf,
  TOWN_LETTERING,
  type Named,
} from '../../../../demo/geography/name-sides.ts';
import { extentOf, kilometres } from '../../../../demo/geography/town-extents.ts';

const FILE = fileURLToPath(
  new URL('../../../../atlas.config/data/geography/places.geojson', import.meta.url),
);

interface Properties {
  readonly id: string;
  readonly country: string;
  readonly population: number | null;
  readonly capital: number;
  readonly symbolrank: number;
  readonly text_anchor: string;
}

/** Distance in km within which a town waits for a zoom with room beside the capital. */
const BESIDE = 61;

const places = (
  JSON.parse(readFileSync(FILE, 'utf8')) as FeatureCollection<GeoPoint, Properties>
).features.map(({ properties, geometry }) => ({
  ...properties,
  population: properties.population ?? 0,
  at: geometry.coordinates as unknown as Point,
}));
const anchorOf = (id: string): string | undefined =>
  places.find((place) => place.id === id)?.text_anchor;

describe('the gazetteer', () => {
  it('has no quarter of a town', () => {
    const quarters = places.flatMap((place) =>
      places
        .filter(
          (town) =>
            town.country === place.country &&
            town.population > place.population &&
            kilometres(town.at, place.at) <= extentOf(town.population),
        )
        .map((town) => `${place.id} in ${town.id}`),
    );
    expect(quarters).toEqual([]);
    expect(places.map(({ id }) => id)).not.toContain('cod-masina');
  });

  it('has the towns that its sources lack or name otherwise', () => {
    const ids = places.map(({ id }) => id);
    const expected = ['cmr-soa', 'cmr-moloundou', 'cod-kahemba', 'cod-bandundu', 'cod-moba'];
    expect(ids).toEqual(expect.arrayContaining(expected));
  });

  it('lets a town beside a capital wait for a zoom with room for it', () => {
    const national = places.filter(({ capital }) => capital === 2);
    const ranks = places
      .filter(
        ({ capital, at }) =>
          capital !== 2 && national.some((other) => kilometres(other.at, at) <= BESIDE),
      )
      .map(({ symbolrank }) => symbolrank);
    expect(ranks.length).toBeGreaterThan(10);
    // Rank 10 is shown from zoom 5, rank 11 from zoom 6.
    expect(Math.min(...ranks)).toBe(11);
    expect(places.find(({ id }) => id === 'caf-bimbo')?.symbolrank).toBe(11);
  });

  it('shows capitals of provinces before towns under 60 000 inhabitants', () => {
    const capitals = places.filter(({ capital }) => capital === 4);
    expect(capitals.length).toBeGreaterThan(60);
    const rank = Math.max(...capitals.map(({ symbolrank }) => symbolrank));
    const others = places.filter(({ capital, population }) => capital === 0 && population < 60_000);
    for (const { id, symbolrank } of others) expect(symbolrank, id).toBeGreaterThan(rank);
  });
});

describe('the name of a place', () => {
  const square = (west: number, south: number, east: number, north: number): Point[] => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const land = new DryLand(
    new Map([
      ['AAA', [[square(0, 0, 4, 4)]]],
      ['BBB', [[square(4, 0, 8, 4)]]],
    ]),
    [[square(1.99, 1.99, 2.6, 2.01).map(toMercator)], [square(1, 2.95, 3, 3.05).map(toMercator)]],
  );
  const river: Point[] = [
    [3, 0],
    [3.02, 0.5],
    [3, 1],
  ];
  const sides = new NameSides([river], TOWN_LETTERING);
  const named = (iso3: string, at: Point, name: string): Named => ({
    at,
    name,
    isAtHome: (point) => land.holds(iso3, point),
  });

  it.each<readonly [where: string, iso3: string, at: Point, anchor: string]>([
    ['the coast is in the west', 'AAA', [0.02, 1], 'left'],
    ['the coast is in the south, its name in the east', 'AAA', [2, 0.1], 'left'],
    ['another country is in the east', 'AAA', [3.98, 1], 'right'],
    ['the sea is in the east', 'BBB', [7.98, 1], 'right'],
    ['a wide river is in the east', 'AAA', [1.98, 2], 'right'],
    ['the line of a river is in the east', 'AAA', [3.01, 0.5], 'right'],
    ['the line of a river is in the west', 'AAA', [3.03, 0.5], 'left'],
    ['a lake is on three sides of it', 'AAA', [2, 3.03], 'bottom'],
  ])('is away from water: %s', (_where, iso3, at, anchor) => {
    expect(sides.anchorOf(named(iso3, at, 'Place of AAA'))).toBe(anchor);
  });

  it.each<readonly [where: string, towns: readonly Point[], anchor: string]>([
    ['in the east', [[1.08, 1]], 'right'],
    ['in the east and the west', [1.08, 0.92].map((lng) => [lng, 1] as const), 'top'],
    ['further away', [1.9, 0.1].map((lng) => [lng, 1] as const), 'left'],
  ])('is not over the ring of a town %s', (_where, towns, anchor) => {
    const at: Point = [1, 1];
    const found = [at, ...towns].map((place) => ({ at: place, symbolrank: 12 }));
    expect(sides.anchorOf(named('AAA', at, 'Place'), ringsOf(found, at))).toBe(anchor);
  });

  it.each([
    ['gab-libreville', 'left'],
    ['cod-kinshasa', 'top'],
    ['cog-pointe-noire', 'left'],
    ['cmr-kribi', 'left'],
    ['cog-brazzaville', 'right'],
    ['cod-kalemie', 'right'],
    ['cod-uvira', 'right'],
    // Foumbot is in the east.
    ['cmr-bafoussam', 'right'],
  ])('of %s is on its land', (id, anchor) => {
    expect(anchorOf(id)).toBe(anchor);
  });
});
