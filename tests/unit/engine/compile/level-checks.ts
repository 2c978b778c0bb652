/** Checks of resolved levels, which can also run against mutated modules. */
import { expect } from 'vitest';
import type { Dataset, Level, StyleValue, Sublayer } from '../../../../engine/model/model.ts';
import type { ResolveContext } from '../../../../engine/resolve/context.ts';
import { withLooks } from '../../../../engine/values/looks.ts';
import type * as Config from '../../../../schemas/config.g.ts';
import type { Taker } from '../../mutants/unnoticed.ts';
import { dataset, field, KNOWN, OPEN, SECRET, source, sublayer } from './made-model.ts';

export type LevelModules = typeof import('../../../../engine/resolve/data/resolve-access.ts') &
  typeof import('../../../../engine/values/fields-read.ts');

interface Reported {
  readonly code: string;
  readonly target: { readonly node: object; readonly key?: unknown };
  readonly params: Readonly<Record<string, unknown>>;
}

type RawAccess = Pick<Config.Group, 'permission' | 'when-denied'>;

/** Creates a context for checks that records the diagnostics. */
function listen(levels: readonly Level[] = [OPEN, KNOWN, SECRET]) {
  const reported: Reported[] = [];
  const note =
    (severity: string) =>
    (code: string, target: Reported['target'], params: Reported['params']): void =>
      void reported.push({ code: `${severity} ${code}`, target, params });
  const context = {
    things: { level: new Map(levels.map((level) => [level.id, level])) },
    report: { error: note('error'), warn: note('warning') },
    broken: new Set<string>(),
    nodes: new Map<object, object>(),
  } as unknown as ResolveContext;
  return { context, reported };
}

const of = (part: Dataset, more: Partial<Sublayer> = {}): Sublayer =>
  sublayer({ source: { kind: 'dataset', dataset: part, feed: 'tiles' }, ...more });
const ofSource = (id: string, more: Partial<Sublayer> = {}): Sublayer =>
  sublayer({ source: { kind: 'source', source: source({ id }), sourceLayer: null }, ...more });
const reads = (name: string): StyleValue => ({ kind: 'field', field: name });

/** Defines the checks of resolved levels. */
export function checkLevels(
  {
    fieldsOfSublayer,
    fieldsOfValue,
    resolveBorder,
    resolveFieldLevel,
    resolveGroupAccess,
    resolvePermission,
    strictestDenial,
    unnamedReads,
  }: LevelModules,
  { describe, it }: Taker,
): void {
  describe('the border of a dataset', () => {
    const resolved = (
      raw: Pick<Config.Dataset, 'geometry' | 'border'>,
      levels: readonly Level[],
    ) => {
      const { context, reported } = listen();
      const [view, analyse, download] = levels as [Level, Level, Level];
      const node = { id: 'ponds', ...raw };
      return { node, reported, border: resolveBorder(node, { view, analyse, download }, context) };
    };
    const locked = [OPEN, OPEN, KNOWN];

    it('is the declared one, and cuts without one', () => {
      for (const geometry of ['line', 'polygon'] as const)
        for (const border of ['whole', 'clip'] as const) {
          const one = resolved({ geometry, border }, locked);
          expect([one.border, one.reported]).toEqual([border, []]);
        }
      const none = resolved({ geometry: 'point' }, [OPEN, OPEN, OPEN]);
      expect([none.border, none.reported]).toEqual(['clip', []]);
    });

    it('is reported if no grant or no shape can need it', () => {
      const cases = [
        { geometry: 'point', levels: locked, why: 'geometry' },
        { geometry: 'raster', levels: locked, why: 'geometry' },
        { geometry: 'polygon', levels: [OPEN, OPEN, OPEN], why: 'open' },
        { geometry: 'line', levels: [OPEN, OPEN, OPEN], why: 'open' },
      ] as const;
      for (const { geometry, levels, why } of cases) {
        const { node, reported, border } = resolved({ geometry, border: 'whole' }, levels);
        expect(border).toBe('whole');
        expect(reported).toEqual([
          {
            code: 'warning border-without-effect',
            target: { node, key: 'border' },
            params: { dataset: 'ponds', why },
          },
        ]);
      }
    });
  });

  describe('the permission of a dataset', () => {
    const resolved = (permission: Config.Dataset['permission']) => {
      const { context, reported } = listen();
      const raw = { permission };
      return { raw, reported, permission: resolvePermission(raw, context) };
    };

    it('is one level for all uses, or one for each', () => {
      const one = resolved('known');
      expect(one.permission).toEqual({ view: KNOWN, analyse: KNOWN, download: KNOWN });
      const each = resolved({ view: 'open', analyse: 'known', download: 'secret' });
      expect(each.permission).toEqual({ view: OPEN, analyse: KNOWN, download: SECRET });
      expect([...one.reported, ...each.reported]).toEqual([]);
    });

    it('is undefined when a level is unknown, and never open', () => {
      const unknown = resolved('knwon');
      expect(unknown.permission).toBeUndefined();
      expect(unknown.reported).toMatchObject([
        {
          code: 'error unknown-level',
          target: { node: unknown.raw, key: 'permission' },
          params: { found: 'knwon', nearest: 'known', known: ['open', 'known', 'secret'] },
        },
      ]);
      const all = { view: 'open', analyse: 'open', download: 'open' };
      for (const use of ['view', 'analyse', 'download']) {
        const value = { ...all, [use]: 'no' };
        const wrong = resolved(value);
        expect(wrong.permission).toBeUndefined();
        expect(wrong.reported).toMatchObject([{ target: { node: value, key: use } }]);
      }
    });

    it('does not allow analysing or downloading without viewing', () => {
      for (const use of ['analyse', 'download']) {
        const value = { view: 'known', analyse: 'known', download: 'known', [use]: 'open' };
        const { reported } = resolved(value);
        expect(reported).toEqual([
          {
            code: 'error permission-order',
            target: { node: value, key: use },
            params: { use, found: 'open', view: 'known' },
          },
        ]);
      }
    });

    it('is reported once at `view` when both other uses are laxer', () => {
      const value = { view: 'known', analyse: 'open', download: 'open' };
      const { reported } = resolved(value);
      expect(reported).toEqual([
        {
          code: 'error permission-order',
          target: { node: value, key: 'view' },
          params: { use: 'analyse', found: 'open', view: 'known' },
        },
      ]);
    });
  });

  describe('the level of a field', () => {
    const resolved = (raw: Pick<Config.DatasetField, 'permission'>, view: Level) => {
      const { context, reported } = listen();
      return { reported, level: resolveFieldLevel('clan', { raw, view }, context) };
    };

    it('is that of viewing the dataset, or a higher one of its own', () => {
      expect(resolved({}, KNOWN)).toEqual({ reported: [], level: KNOWN });
      expect(resolved({ permission: 'known' }, KNOWN)).toEqual({ reported: [], level: KNOWN });
      expect(resolved({ permission: 'secret' }, KNOWN)).toEqual({ reported: [], level: SECRET });
    });

    it('is at least that of viewing, and the highest when it is unknown', () => {
      const raw = { permission: 'open' };
      const { reported, level } = resolved(raw, KNOWN);
      expect(level).toBe(KNOWN);
      expect(reported).toEqual([
        {
          code: 'error field-laxer-than-dataset',
          target: { node: raw, key: 'permission' },
          params: { field: 'clan', found: 'open', dataset: 'known' },
        },
      ]);
      const unknown = resolved({ permission: 'no' }, OPEN);
      expect(unknown.level).toBe(SECRET);
      expect(unknown.reported).toMatchObject([
        { code: 'error unknown-level', target: { key: 'permission' } },
      ]);
    });
  });

  describe('a denial', () => {
    it('hides when a level or the thing itself has `hide`', () => {
      expect(strictestDenial([], undefined)).toBe('lock');
      expect(strictestDenial([OPEN, KNOWN], 'lock')).toBe('lock');
      expect(strictestDenial([], 'hide')).toBe('hide');
      expect(strictestDenial([KNOWN, SECRET], 'lock')).toBe('hide');
    });
  });

  describe('the access of a group', () => {
    const wells = dataset({ id: 'wells', whenDenied: 'lock' });
    const graves = dataset({
      id: 'graves',
      whenDenied: 'lock',
      permission: { view: KNOWN },
      fields: [
        field({ name: 'name', permission: KNOWN }),
        field({ name: 'clan', permission: SECRET }),
      ],
    });
    const resolved = (
      sublayers: readonly Sublayer[],
      raw: RawAccess = {},
      levels: readonly Level[] = [OPEN, KNOWN, SECRET],
    ) => {
      const { context, reported } = listen(levels);
      sublayers.forEach((each, i) => context.nodes.set(each, { n: i }));
      return { reported, ...resolveGroupAccess(raw, { id: 'g', sublayers }, context) };
    };
    const lowSecret = { ...SECRET, whenDenied: 'lock' } as const;
    const locks = [OPEN, KNOWN, lowSecret];

    it('is open when everything it shows is open', () => {
      const open = { reported: [], permission: OPEN, whenDenied: 'lock' };
      expect(resolved([])).toEqual(open);
      expect(resolved([of(wells), ofSource('sheet')])).toEqual(open);
      // The denial of a level that everyone has does not matter.
      const levels = [{ ...OPEN, whenDenied: 'hide' } as const, KNOWN];
      const odd = dataset({ permission: { view: levels[0]! }, whenDenied: 'hide' });
      expect(resolved([of(odd)], {}, levels).whenDenied).toBe('lock');
    });

    it('is the strictest of its datasets, in any order', () => {
      for (const sublayers of [
        [of(wells), of(graves)],
        [of(graves), of(wells)],
      ])
        expect(resolved(sublayers)).toEqual({
          reported: [],
          permission: KNOWN,
          whenDenied: 'lock',
        });
    });

    it('includes the fields that its style reads, and no others', () => {
      const access = (more: Partial<Sublayer>) => resolved([of(graves, more)]).permission;
      expect(access({ paint: { 'circle-color': reads('clan') } })).toBe(SECRET);
      expect(access({ layout: { 'text-field': reads('clan') } })).toBe(SECRET);
      expect(access({ where: [{ field: 'clan', kind: 'present', present: true }] })).toBe(SECRET);
      expect(access({ filter: ['==', 'clan', 'a'] })).toBe(SECRET);
      expect(access({ layout: { 'text-field': reads('name') } })).toBe(KNOWN);
      expect(access({ layout: { 'text-field': reads('unknown') } })).toBe(KNOWN);
    });

    it('may be stricter, with a warning for open datasets', () => {
      const raw = { permission: 'secret' };
      const outline = of(wells, { outlineOf: 'area' });
      const { reported, permission } = resolved([of(wells), of(graves), outline], raw, locks);
      expect(permission).toBe(lowSecret);
      const target = { node: raw, key: 'permission' };
      const code = 'warning dataset-laxer-than-group';
      const words = { group: 'g', level: 'secret' };
      expect(reported).toEqual([
        { code, target, params: { ...words, dataset: 'wells', open: 'open' } },
        { code, target, params: { ...words, dataset: 'graves', open: 'known' } },
      ]);
      expect(resolved([of(graves)], { permission: 'known' }).reported).toEqual([]);
    });

    it('cannot be loosened', () => {
      const raw = { permission: 'open' };
      const { reported, permission } = resolved([of(graves)], raw);
      expect(permission).toBe(KNOWN);
      expect(reported).toEqual([
        {
          code: 'error group-laxer-than-dataset',
          target: { node: raw, key: 'permission' },
          params: { group: 'g', found: 'open', needed: 'known' },
        },
      ]);
      const unknown = resolved([of(graves)], { permission: 'no' });
      expect(unknown.permission).toBe(KNOWN);
      expect(unknown.reported).toMatchObject([
        { code: 'error unknown-level', target: { key: 'permission' } },
      ]);
    });

    it('cannot restrict other sources, and reports each of them once', () => {
      const [sheet, again, line, other] = [
        ofSource('sheet'),
        ofSource('sheet'),
        ofSource('plan', { outlineOf: 'area' }),
        sublayer({ source: { kind: 'none' } }),
      ];
      const { reported } = resolved([of(graves), sheet, again, line, other]);
      const code = 'error unguarded-source';
      const words = { group: 'g', level: 'known' };
      expect(reported).toEqual([
        { code, target: { node: { n: 1 }, key: 'source' }, params: { ...words, source: 'sheet' } },
        { code, target: { node: { n: 3 } }, params: { ...words, source: 'plan' } },
      ]);
      const { reported: tightened } = resolved([sheet], { permission: 'known' });
      expect(tightened).toMatchObject([{ code, params: words }]);
    });

    it('hides when a level, a dataset or the group has `hide`, which `lock` cannot override', () => {
      const denial = (sublayers: readonly Sublayer[], raw: RawAccess = {}, levels = locks) =>
        resolved(sublayers, raw, levels).whenDenied;
      const shrines = dataset({ permission: { view: KNOWN }, whenDenied: 'hide' });
      expect(denial([of(wells), of(shrines)])).toBe('hide');
      expect(denial([of(graves)], { 'when-denied': 'hide' })).toBe('hide');
      expect(denial([of(graves)], { permission: 'secret' })).toBe('lock');
      const strict = [OPEN, KNOWN, SECRET] as typeof locks;
      expect(denial([of(graves)], { permission: 'secret' }, strict)).toBe('hide');
      const clan = of(graves, { layout: { 'text-field': reads('clan') } });
      expect(resolved([clan]).whenDenied).toBe('hide');
      // The lowest restricted level.
      const trace = { ...KNOWN, whenDenied: 'hide' } as const;
      expect(denial([of(dataset({ permission: { view: trace }, whenDenied: 'lock' }))])).toBe(
        'hide',
      );
      const open = dataset({ permission: { view: OPEN }, whenDenied: 'hide' });
      expect(denial([of(open), of(graves), sublayer({ source: { kind: 'none' } })])).toBe('lock');
      const raw = { 'when-denied': 'lock' } as const;
      expect(resolved([of(graves)], raw).reported).toEqual([]);
      expect(resolved([of(graves)], { 'when-denied': 'hide' }).reported).toEqual([]);
      expect(resolved([of(shrines)], raw).reported).toEqual([
        {
          code: 'error denial-laxer',
          target: { node: raw, key: 'when-denied' },
          params: { group: 'g' },
        },
      ]);
    });
  });

  describe('the fields of a style', () => {
    const fields = (value: StyleValue) => [...fieldsOfValue(value)].sort();
    const literal = (value: Extract<StyleValue, { kind: 'literal' }>['value']): StyleValue => ({
      kind: 'literal',
      value,
    });

    it('are found in every form of a value', () => {
      const classes = { kind: 'classes', shade: null, take: 'color' } as const;
      const written = { kind: 'steps', id: 's', field: 'n', steps: [], missing: null } as const;
      const list = withLooks(written);
      expect(fields({ ...classes, classes: list, field: 'kind' })).toEqual(['kind']);
      expect(fields({ ...classes, classes: list, field: '' })).toEqual([]);
      expect(fields(reads('name'))).toEqual(['name']);
      const byLocale = { en: 'name_en', fr: 'name_fr' };
      expect(fields({ kind: 'field-by-locale', byLocale, fallback: 'name' })).toEqual([
        'name',
        'name_en',
        'name_fr',
      ]);
      expect(fields({ kind: 'field-by-locale', byLocale, fallback: null })).toHaveLength(2);
      const values = { light: reads('a'), dark: reads('b') };
      expect(
        fields({
          kind: 'by-value',
          field: 'n',
          stops: [[1, { kind: 'by-zoom', stops: [[3, { kind: 'by-ground', values }]] }]],
        }),
      ).toEqual(['a', 'b', 'n']);
    });

    it('are found in expressions and in legacy filters', () => {
      expect(fields(literal(['case', ['has', 'a'], ['get', 'b'], ['!has', 'c']]))).toEqual([
        'a',
        'b',
        'c',
      ]);
      for (const operator of ['==', '!=', '<', '<=', '>', '>='])
        expect(fields(literal([operator, 'n', 1]))).toEqual(['n']);
      for (const operator of ['in', '!in'])
        expect(fields(literal([operator, 'n', 1, 2]))).toEqual(['n']);
      expect(fields(literal(['all', ['==', 'a', 1], ['in', 'b', 'x']]))).toEqual(['a', 'b']);
      expect(fields(literal(['get', 'a', ['properties']]))).toEqual(['a']);
      expect(fields(literal(['has', '$id']))).toEqual(['$id']);
    });

    it('are found in options, lists of values and labels', () => {
      const get = (name: string) => ['get', name];
      expect(fields(literal(['format', get('a'), { 'font-scale': get('b') }]))).toEqual(['a', 'b']);
      expect(fields(literal(['semiliteral', ['literal', get('a'), 5]]))).toEqual(['a']);
      expect(fields(literal(['match', get('a'), 'x', get('b'), 'y', get('c'), get('d')]))).toEqual([
        'a',
        'b',
        'c',
        'd',
      ]);
      expect(fields(literal('{a} and {b c}'))).toEqual(['a', 'b c']);
    });

    it('are unknown when an expression computes the name or reads all fields', () => {
      const unnamed = (value: Parameters<typeof unnamedReads>[0]) => unnamedReads(value).length;
      const name = ['concat', 'a', 'b'];
      for (const value of [
        ['get', name],
        ['has', name],
        ['!has', name],
        ['get', name, ['properties']],
        ['properties'],
        ['get', ['properties']],
        ['get', 'a', ['object', ['properties']]],
        ['at', 0, ['semiliteral', [['properties']]]],
        ['format', 'a', { 'text-font': ['get', name] }],
      ])
        expect(unnamed(value)).toBe(1);
      for (const value of [
        'properties',
        null,
        5,
        ['get', 'a', ['properties']],
        ['has', 'a', ['properties']],
        ['literal', ['properties']],
        ['get', name, ['literal', { ab: 1 }]],
        ['get', 5],
        ['match', 1, ['properties', 'b'], 2, 3],
        ['==', name, 'a'],
      ])
        expect(unnamed(value)).toBe(0);
    });

    it('do not include texts, types and ids', () => {
      for (const value of [
        'name',
        5,
        null,
        ['==', '$type', 'Point'],
        ['==', '$id', 3],
        ['has', 5],
        ['in', 'n'],
        ['literal', ['get', 'a']],
        ['==', 'text', ['to-string', 1]],
        ['concat', 'a', 'b'],
        ['match', 1, ['get', 'a'], 2, ['get', 'b'], 4, 3],
        ['in', '$type', 'Point', 'LineString'],
        ['feature-state', 'a'],
        ['format', '{a}', {}],
        '{}',
        'a } b {',
      ])
        expect(fields(literal(value))).toEqual([]);
      expect(fields(literal(['==', 'text', ['get', 'a']]))).toEqual(['a']);
      expect(fields(literal(['get', 'a', ['object', ['get', 'b']]]))).toEqual(['b']);
    });

    it('of a sublayer are found in paint, layout, filter and where', () => {
      const all = sublayer({
        paint: { 'circle-color': reads('a') },
        layout: { 'text-field': reads('b') },
        filter: ['==', 'c', 1],
        where: [{ field: 'd', kind: 'present', present: true }],
      });
      expect([...fieldsOfSublayer(all)].sort()).toEqual(['a', 'b', 'c', 'd']);
      expect([...fieldsOfSublayer(sublayer({}))]).toEqual([]);
    });
  });
}
