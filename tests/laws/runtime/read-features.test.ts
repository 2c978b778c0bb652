import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compileLegend,
  compilePopup,
  compileStyle,
  formatValue,
  identify,
  parseStyleLayerId,
  type FeatureHit,
  type Json,
  type PopupRow,
  type RenderedFeature,
  type ValueFormat,
} from 'atlas-engine/runtime';
import { arbitraryView } from './arbitrary-bundle.ts';
import { runs } from './runs.ts';
import { languageOf } from '../../languages.ts';

/** Values as in external data: any JSON, and malicious texts. */
const arbitraryValue: Arbitrary<Json> = fc.oneof(
  fc.jsonValue() as Arbitrary<Json>,
  fc.constantFrom(
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' data:text/html,x',
    'https://example.org/a',
    'constructor',
    '__proto__',
    'toString',
    '2024-02-31',
    '2024-13',
    '2023-11',
    '[1, 2',
    '["a"]',
    '//example.org/x',
    '/photos/1.jpg',
    'mailto:a@example.org?cc=b@example.org',
    'a@example.org',
  ),
);

const arbitraryFormat: Arbitrary<ValueFormat> = fc.record(
  {
    type: fc.constantFrom('text', 'integer', 'number', 'boolean', 'date', 'list'),
    unit: fc.constantFrom('ha', '%'),
    format: fc.constantFrom('photos', 'link', 'phone', 'email'),
    values: fc.constant({ x: 'The first', '1': 'One' }),
    base: fc.constant('/api/photos/a/b/'),
  },
  { requiredKeys: ['type'] },
);

const locale = fc.constantFrom('en', 'fr', 'fr-CM').map(languageOf);

describe('formatting a value', () => {
  it('returns text or nothing for any value', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryFormat, locale, (value, format, language) => {
        const written = formatValue(value, format, language);
        if (written === null) return;
        const texts =
          written.kind === 'list'
            ? written.items
            : written.kind === 'photos'
              ? written.addresses
              : [written.text];
        expect(texts.length).toBeGreaterThan(0);
        for (const text of texts) {
          expect(text).toBeTypeOf('string');
          expect(text.trim()).not.toBe('');
        }
      }),
      runs(1000),
    );
  });

  it('links to http, https and mailto only, and shows images of http, https and this site only', () => {
    const address = fc.oneof(arbitraryValue, fc.webUrl(), fc.emailAddress());
    fc.assert(
      fc.property(address, arbitraryFormat, locale, (value, format, language) => {
        const written = formatValue(value, format, language);
        if (written?.kind === 'link') expect(written.href).toMatch(/^(?:https?:\/\/|mailto:)/);
        if (written?.kind === 'photos') {
          for (const each of written.addresses) expect(each).toMatch(/^(?:https?:\/\/|\/[^/\\])/);
        }
      }),
      runs(1000),
    );
  });
});

describe('identifying features', () => {
  it('returns interactive groups only, in the given order, each feature of a group once', () => {
    fc.assert(
      fc.property(
        arbitraryView,
        fc.array(fc.tuple(fc.nat(), fc.option(fc.nat({ max: 3 }), { nil: undefined }))),
        ({ bundle, state }, picks) => {
          const { layers } = compileStyle(bundle, state, {});
          if (layers.length === 0) return;
          const features = picks.map(([at, id]): RenderedFeature => {
            const layer = layers[at % layers.length]!;
            const source = 'source' in layer ? layer.source : '';
            return {
              layer: { id: layer.id },
              source,
              properties: { kind: 'x' },
              ...(id === undefined ? {} : { id }),
              geometry: { type: 'Point', coordinates: [0, 0] } as RenderedFeature['geometry'],
            };
          });
          const hits = identify(bundle, features);
          const seen = hits.map(({ group, dataset, source, id }) =>
            JSON.stringify([group, dataset ?? source, id]),
          );
          expect(new Set(seen).size).toBe(seen.length);
          let from = 0;
          for (const hit of hits) {
            const sublayer = bundle.groups[hit.group]!.sublayers.find(
              ({ id }) => id === hit.sublayer,
            )!;
            expect(sublayer.interactive).toBe(true);
            const at = features.findIndex(({ layer, id }, place) => {
              const name = parseStyleLayerId(layer.id)!;
              return (
                place >= from &&
                name.kind === 'group' &&
                name.owner === hit.group &&
                name.sublayer === hit.sublayer &&
                String(id ?? '') === hit.id
              );
            });
            expect(at).toBeGreaterThanOrEqual(from);
            from = at + 1;
          }
        },
      ),
      runs(),
    );
  });
});

describe('a popup', () => {
  it('shows declared attributes only, and hides empty ones', () => {
    const fields = ['name', 'size', 'constructor'];
    const rows = fc
      .subarray(fields)
      .map((names) => names.map((field): PopupRow => ({ field, label: field, type: 'text' })));
    const properties = fc.dictionary(fc.constantFrom(...fields, 'secret'), arbitraryValue);
    fc.assert(
      fc.property(arbitraryView, rows, properties, ({ bundle }, declared, given) => {
        const [group] = Object.values(bundle.groups);
        const popup = { rows: declared, sections: [], details: false };
        const changed = {
          ...bundle,
          groups: { ...bundle.groups, [group!.id]: { ...group!, popup } },
        };
        const hit: FeatureHit = {
          group: group!.id,
          sublayer: group!.sublayers[0]!.id,
          source: 'areas@cut',
          id: '1',
          properties: given,
          geometry: { type: 'Point' } as FeatureHit['geometry'],
        };
        const expected = declared
          .map(({ field }) => field)
          .filter(
            (field) =>
              Object.hasOwn(given, field) &&
              formatValue(given[field], { type: 'text' }, languageOf('en')) !== null,
          );
        expect(compilePopup(changed, hit).rows.map(({ label }) => label)).toEqual(expected);
      }),
      runs(),
    );
  });
});

describe('the legend', () => {
  it('lists the active groups in the order of the map, with the colours for its base map and restricted areas hatched', () => {
    fc.assert(
      fc.property(arbitraryView, ({ bundle, state }) => {
        const legend = compileLegend(bundle, state);
        expect(
          legend.map(({ group, visible, opacity }) => ({ id: group, visible, opacity })),
        ).toEqual(state.groups);
        expect(JSON.stringify(legend)).not.toContain('by-ground');
        for (const { group, rows, restricted } of legend) {
          expect(restricted).toBe(bundle.groups[group]!.restricted === true);
          expect(rows.map(({ label }) => label)).toEqual(
            bundle.groups[group]!.legend.map(({ label }) => label),
          );
          for (const { symbol } of rows) {
            if (symbol.type === 'fill') expect(symbol.hatch ?? false).toBe(restricted);
          }
        }
      }),
      runs(),
    );
  });
});
