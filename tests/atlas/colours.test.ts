import { beforeAll, describe, expect, it } from 'vitest';
import type { AtlasBundle } from 'atlas-engine/runtime';
import { ciede2000, contrast, parseColour, type Rgb } from './colour.ts';
import {
  drawnRows,
  labelsOver,
  laidOver,
  landOf,
  listedGroups,
  nearestPair,
  withForm,
  type Drawn,
  type Pair,
} from './legend-colours.ts';
import { openShippedAtlas } from './shipped-atlas.ts';

/** Minimum CIEDE2000 distance between the classes of a layer, in the legend and on the map. */
const APART = { full: 12, drawn: 9 };
type Measure = keyof typeof APART;
/**
 * Minimum CIEDE2000 distance between outlines of different layers. Translucent fills cannot differ
 * as much.
 */
const OUTLINES_APART = 8;
/** Minimum CIEDE2000 distance between the dots of different layers. */
const DOTS_APART = 12;
/**
 * Opacity from which the fill itself must contrast with the land. The outline of such a fill only
 * separates neighbours.
 */
const STRONG_FILL = 0.8;
/** Minimum WCAG contrast of lines and outlines with the land under them. */
const LINE_CONTRAST = { light: 3, dark: 3.8 };
/**
 * The same over the photograph. It is of medium lightness, where no 14 outlines both have a contrast
 * of 3 and differ by `OUTLINES_APART` for every colour vision.
 */
const LINE_CONTRAST_PHOTO = 2;
/**
 * Minimum WCAG contrast of a dot with the land, by its fill or its ring, or of its fill with its
 * ring.
 */
const DOT_CONTRAST = 3;

/** Legends below `APART`: their distance and the reason. */
const EXCEPTIONS: readonly {
  readonly group: string;
  readonly measure: Measure;
  readonly floor: number;
  readonly reason: string;
}[] = [];

/**
 * Minimum WCAG contrast of names with their halo. Names of water and of neighbouring countries are
 * intentionally less prominent.
 */
const LABEL_CONTRAST = [
  { names: /^outside-names$/, floor: 3.3 },
  { names: /^(river|lake|sea)-names$/, floor: 3.8 },
  { names: /./, floor: 4.5 },
];
/**
 * Minimum WCAG contrast of the interface's colours, by the names of their tokens; 3 applies to
 * edges and strokes.
 */
const INTERFACE: readonly (readonly [front: string, back: string, floor: number])[] = [
  ['ink', 'paper', 7],
  ['ink', 'paper-raised', 7],
  ['ink-soft', 'paper', 4.5],
  ['ink-soft', 'paper-raised', 4.5],
  ['ink-soft', 'canopy-wash', 4.5],
  ['canopy', 'paper', 4.5],
  ['canopy', 'canopy-wash', 4.5],
  ['laterite', 'paper-raised', 4.5],
  ['analysis-ink', 'paper', 4.5],
  ['danger', 'paper-raised', 4.5],
  ['danger', 'danger-wash', 4.5],
  ['ink', 'ochre-wash', 7],
  ['field', 'paper', 3],
  ['field', 'paper-raised', 3],
  ['analysis', 'paper', 3],
];

let bundle: AtlasBundle;
let bases: readonly string[];

beforeAll(async () => {
  bundle = (await openShippedAtlas()).bundles['en']!;
  bases = bundle.baseLayers.map(({ id }) => id);
});

/** Returns the closest pair of classes of each legend over each base map. */
function legendPairs(measure: Measure): (Pair & { readonly group: string })[] {
  return listedGroups(bundle).flatMap(({ id: group }) =>
    bases.flatMap((base) => {
      const rows = drawnRows(bundle, group, base);
      const shown =
        measure === 'full' ? [rows] : landOf(bundle, base).map((ground) => laidOver(rows, ground));
      return shown.flatMap((colours) => {
        const pair = nearestPair(base, colours);
        return pair ? [{ group, ...pair }] : [];
      });
    }),
  );
}

function floorOf(group: string, measure: Measure): number {
  const found = EXCEPTIONS.find((each) => each.group === group && each.measure === measure);
  return found?.floor ?? APART[measure];
}

function words({ base, one, other, vision, apart }: Pair): string {
  return `${one} – ${other}: ${apart.toFixed(1)} (${vision}, ${base})`;
}

describe('the colour distance', () => {
  // Published pairs: Sharma, Wu and Dalal 2005, table 1.
  it.each([
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792],
    [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ] as [Rgb, Rgb, number][])('is CIEDE2000: %j and %j differ by %f', (one, other, apart) => {
    expect(ciede2000(one, other)).toBeCloseTo(apart, 4);
  });
});

describe('classes of one layer', () => {
  it.each(['full', 'drawn'] as const)(
    'differ for readers with any colour vision (%s)',
    (measure) => {
      const near = legendPairs(measure).filter(
        ({ group, apart }) => apart < floorOf(group, measure),
      );
      expect(near.map((pair) => `${pair.group}: ${words(pair)}`)).toEqual([]);
    },
  );

  it('have no unneeded exception', () => {
    const idle = EXCEPTIONS.filter(({ group, measure }) =>
      legendPairs(measure).every((pair) => pair.group !== group || pair.apart >= APART[measure]),
    );
    expect(idle).toEqual([]);
  });
});

describe('layers that overlap', () => {
  it('have outlines that differ for readers with any colour vision', () => {
    const near = bases.map((base) => nearestPair(base, outlinesOver(base)));
    expect(
      near.flatMap((pair) => (pair && pair.apart < OUTLINES_APART ? [words(pair)] : [])),
    ).toEqual([]);
  });

  it('have dots that differ for readers with any colour vision', () => {
    const near = bases.map((base) => nearestPair(base, dotRows(base)));
    expect(near.flatMap((pair) => (pair && pair.apart < DOTS_APART ? [words(pair)] : []))).toEqual(
      [],
    );
  });

  it('have outlines and lines that contrast with the land', () => {
    const faint = bundle.baseLayers.flatMap(({ id, ground }) =>
      landOf(bundle, id).flatMap((land) =>
        outlinesOver(id)
          .map(({ label, color }) => ({ label, ratio: contrast(color, land) }))
          .filter(
            ({ ratio }) => ratio < (id === 'imagery' ? LINE_CONTRAST_PHOTO : LINE_CONTRAST[ground]),
          )
          .map(({ label, ratio }) => `${label}: ${ratio.toFixed(2)} over ${id}`),
      ),
    );
    expect([...new Set(faint)]).toEqual([]);
  });

  it('have dots that contrast with the land, by their fill or by their ring', () => {
    const faint = bases.flatMap((id) =>
      landOf(bundle, id).flatMap((land) =>
        dotRows(id)
          .map((row) => ({ label: row.label, ratio: contrastOfDot(row, land) }))
          .filter(({ ratio }) => ratio < DOT_CONTRAST)
          .map(({ label, ratio }) => `${label}: ${ratio.toFixed(2)} over ${id}`),
      ),
    );
    expect([...new Set(faint)]).toEqual([]);
  });
});

describe('text', () => {
  it('contrasts with its halo on the map', () => {
    const faint = bases.flatMap((base) =>
      labelsOver(bundle, base).flatMap(({ label, color, halo }) => {
        const { floor } = LABEL_CONTRAST.find(({ names }) => names.test(label))!;
        const ratio = contrast(color, halo);
        return ratio < floor ? [`${label}: ${ratio.toFixed(2)} over ${base}`] : [];
      }),
    );
    expect(faint).toEqual([]);
    for (const base of bases) expect(labelsOver(bundle, base).length).toBeGreaterThan(8);
  });

  it.each(INTERFACE)(
    'in the interface: %s on %s has a contrast of at least %f',
    (front, back, floor) => {
      for (const ground of ['light', 'dark']) {
        const [one, other] = [front, back].map((name) =>
          parseColour(String(bundle.tokens[name]?.[ground])),
        );
        expect(contrast(one!, other!)).toBeGreaterThanOrEqual(floor);
      }
    },
  );
});

/** Returns the colours of all outlines and lines. */
function outlinesOver(base: string): { label: string; color: Rgb; form?: string }[] {
  return listedGroups(bundle).flatMap(({ id, name }) => {
    const own = drawnRows(bundle, id, base).flatMap(({ symbol, opacity }) => {
      if (symbol.type === 'line') return [{ color: symbol.color as string, ...withForm(symbol) }];
      if (symbol.type !== 'fill' || !symbol.outline || opacity >= STRONG_FILL) return [];
      return [{ color: symbol.outline as string }];
    });
    return own.map(({ color, ...rest }) => ({ label: name, color: parseColour(color), ...rest }));
  });
}

function dotRows(base: string): Drawn[] {
  const rows = listedGroups(bundle).flatMap(({ id }) => drawnRows(bundle, id, base));
  return rows.filter(({ symbol }) => symbol.type === 'circle');
}

function contrastOfDot({ symbol, color }: Drawn, land: Rgb): number {
  const ring = symbol.type === 'circle' && symbol.stroke;
  const edge = ring ? parseColour(ring as string) : color;
  return Math.max(contrast(color, land), contrast(edge, land), contrast(edge, color));
}
