import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  SLOTS,
  compileStyle,
  parseStyleLayerId,
  styleLayerId,
  type AtlasBundle,
  type BundleSublayer,
  type MapState,
  type StyleLayerName,
} from 'atlas-engine/runtime';
import { multiply } from '../../../engine/runtime/scale-opacity.ts';
import { arbitraryView } from './arbitrary-bundle.ts';
import { arbitraryOpacity } from './arbitrary-expression.ts';
import { isDrawn, paintOf, SAMPLES } from './evaluate.ts';
import { runs } from './runs.ts';

const RESOURCES = { origin: 'https://atlas.example', fonts: { 'Noto Sans': '/noto.woff2' } };

interface Placed {
  readonly layer: ReturnType<typeof compileStyle>['layers'][number];
  readonly name: StyleLayerName;
  readonly sublayer: BundleSublayer;
}

/** Returns the layers of a style with the sublayers they were compiled from, without those of an area. */
function placed(bundle: AtlasBundle, state: MapState): Placed[] {
  return compileStyle(bundle, state, RESOURCES).layers.flatMap((layer) => {
    const name = parseStyleLayerId(layer.id);
    if (name?.kind === 'area') return [];
    const all =
      name?.kind === 'group'
        ? bundle.groups[name.owner]?.sublayers
        : name?.kind === 'base'
          ? bundle.baseLayers.find(({ id }) => id === name.owner)?.sublayers
          : [bundle.hillshade!.sublayer];
    const sublayer = all?.find(({ id }) => id === name?.sublayer);
    if (!name || !sublayer) throw new Error(`The layer ${layer.id} has no sublayer.`);
    return { layer, name, sublayer };
  });
}

describe('the id of a style layer', () => {
  it('parses to the name it was made from', () => {
    const part = fc.stringMatching(/^[a-z0-9-]+$/);
    const name = fc.record({
      kind: fc.constantFrom('group' as const, 'base' as const, 'hillshade' as const),
      owner: part,
      sublayer: part,
    });
    fc.assert(
      fc.property(name, (value) => {
        expect(parseStyleLayerId(styleLayerId(value))).toEqual(value);
      }),
      runs(),
    );
  });
});

describe('a compiled style', () => {
  it('is valid', () => {
    fc.assert(
      fc.property(arbitraryView, ({ bundle, state }) => {
        expect(validateStyleMin(compileStyle(bundle, state, RESOURCES))).toEqual([]);
      }),
      runs(60),
    );
  });

  it('is the same for the same input, byte for byte', () => {
    fc.assert(
      fc.property(arbitraryView, ({ bundle, state }) => {
        const again = structuredClone({ bundle, state });
        expect(JSON.stringify(compileStyle(again.bundle, again.state, RESOURCES))).toBe(
          JSON.stringify(compileStyle(bundle, state, RESOURCES)),
        );
      }),
      runs(),
    );
  });

  it('contains only what is active, sources included', () => {
    fc.assert(
      fc.property(arbitraryView, ({ bundle, state }) => {
        const style = compileStyle(bundle, state, RESOURCES);
        const layers = placed(bundle, state);
        const used = layers.flatMap(({ sublayer }) => sublayer.source ?? []);
        if (state.area) used.push('area/frame');
        expect(Object.keys(style.sources).sort()).toEqual([...new Set(used)].sort());
        const wanted = new Set(state.groups.map(({ id }) => id));
        for (const { name } of layers) {
          if (name.kind === 'group') expect(wanted.has(name.owner)).toBe(true);
          if (name.kind === 'base') expect(name.owner).toBe(state.baseLayer);
          if (name.kind === 'hillshade') expect(state.hillshade).toBe(true);
        }
        for (const { id, visible } of state.groups) {
          const drawn = layers.filter(({ name }) => name.kind === 'group' && name.owner === id);
          if (visible) expect(drawn).toHaveLength(bundle.groups[id]!.sublayers.length);
        }
      }),
      runs(),
    );
  });

  it('orders layers by slot, and within a slot by group and sublayer', () => {
    const below = ['ground', 'fills', 'water', 'points'];
    fc.assert(
      fc.property(arbitraryView, ({ bundle, state }) => {
        const groups = state.groups.map(({ id }) => id).reverse();
        const rank = ({ name, sublayer }: Placed): number[] => {
          const isBase = name.kind === 'base';
          const stock = isBase
            ? bundle.baseLayers.find(({ id }) => id === name.owner)!.sublayers
            : (bundle.groups[name.owner]?.sublayers ?? []);
          const first = below.includes(sublayer.slot) === isBase ? 0 : 1;
          return [
            SLOTS.indexOf(sublayer.slot),
            name.kind === 'hillshade' ? 2 : first,
            groups.indexOf(name.owner),
            stock.indexOf(sublayer),
          ];
        };
        const ranks = placed(bundle, state).map(rank);
        const ascending = ranks.toSorted((a, b) => {
          const at = a.findIndex((value, place) => value !== b[place]);
          return at < 0 ? 0 : a[at]! - b[at]!;
        });
        expect(ranks).toEqual(ascending);
      }),
      runs(),
    );
  });

  it('multiplies the opacity of a group by the slider, except for labels', () => {
    const opacities: Record<string, string[]> = {
      fill: ['fill-opacity'],
      line: ['line-opacity'],
      circle: ['circle-opacity', 'circle-stroke-opacity'],
      raster: ['raster-opacity'],
    };
    fc.assert(
      fc.property(arbitraryView, ({ bundle, state }) => {
        const full = state.groups.map((group) => ({ ...group, opacity: 1 }));
        const whole = new Map(
          placed(bundle, { ...state, groups: full }).map(({ layer }) => [layer.id, layer]),
        );
        for (const { layer, name } of placed(bundle, state)) {
          const slider = state.groups.find(
            ({ id }) => name.kind === 'group' && id === name.owner,
          )?.opacity;
          const before = whole.get(layer.id)!;
          const changed = slider === undefined ? [] : (opacities[layer.type] ?? []);
          for (const property of changed) {
            for (const sample of SAMPLES) {
              const own = paintOf(before, property, sample) as number;
              expect(paintOf(layer, property, sample)).toBeCloseTo(own * slider!, 5);
            }
          }
          const rest = (paint: object | undefined): object =>
            Object.fromEntries(
              Object.entries(paint ?? {}).filter(([property]) => !changed.includes(property)),
            );
          expect(rest(layer.paint)).toEqual(rest(before.paint));
        }
      }),
      runs(40),
    );
  });

  it('prefers the value for the base layer to that for its ground', () => {
    fc.assert(
      fc.property(arbitraryView, ({ bundle, state }) => {
        const base = bundle.baseLayers.find(({ id }) => id === state.baseLayer)!;
        const whole = {
          ...state,
          groups: state.groups.map((group) => ({ ...group, opacity: 1 })),
        };
        for (const { layer, sublayer } of placed(bundle, whole)) {
          for (const [property, value] of Object.entries(sublayer.paint)) {
            const grounds =
              typeof value === 'object' && value !== null && 'by-ground' in value
                ? (value['by-ground'] as Readonly<Record<string, unknown>>)
                : null;
            const expected = grounds
              ? base.id in grounds
                ? grounds[base.id]
                : grounds[base.ground]
              : value;
            expect((layer.paint as Readonly<Record<string, unknown>>)[property]).toEqual(expected);
          }
        }
      }),
      runs(),
    );
  });

  it("draws what passes the sublayer's filter and that of the open project", () => {
    fc.assert(
      fc.property(arbitraryView, ({ bundle, state }) => {
        const filters = state.project === null ? {} : bundle.projects[0]!.filters!;
        for (const { layer, name, sublayer } of placed(bundle, state)) {
          if (sublayer.type === 'raster') {
            expect(layer).not.toHaveProperty('filter');
            continue;
          }
          const own = name.kind === 'group' ? filters[name.owner] : undefined;
          for (const sample of SAMPLES) {
            expect(isDrawn(layer as { filter?: unknown }, sample)).toBe(
              isDrawn(sublayer, sample) && isDrawn({ filter: own }, sample),
            );
          }
        }
      }),
      runs(40),
    );
  });

  it('does not request tiles of a hidden group', () => {
    fc.assert(
      fc.property(arbitraryView, ({ bundle, state }) => {
        const style = compileStyle(bundle, state, RESOURCES);
        for (const { layer, name, sublayer } of placed(bundle, state)) {
          const group = state.groups.find(({ id }) => name.kind === 'group' && id === name.owner);
          if (!group || group.visible) continue;
          expect(layer.layout).toMatchObject({ visibility: 'none' });
          expect(style.sources[sublayer.source!]).toHaveProperty('tiles');
        }
      }),
      runs(),
    );
  });
});

describe('multiply', () => {
  it('multiplies every value of an opacity, in a form that MapLibre reads', () => {
    const factor = fc.constantFrom(0, 0.25, 0.5, 0.86, 1);
    fc.assert(
      fc.property(arbitraryOpacity(true), factor, (opacity, by) => {
        const before = { type: 'fill' as const, paint: { 'fill-opacity': opacity as never } };
        const after = {
          type: 'fill' as const,
          paint: { 'fill-opacity': multiply(opacity, by) as never },
        };
        for (const sample of SAMPLES) {
          const own = paintOf(before, 'fill-opacity', sample) as number;
          expect(paintOf(after, 'fill-opacity', sample)).toBeCloseTo(own * by, 5);
        }
      }),
      runs(200),
    );
  });
});
