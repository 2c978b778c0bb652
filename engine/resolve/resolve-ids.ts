/** Collects the ids of all entries, including invalid ones. */
import { isMapping } from '../expand/check-skeleton.ts';
import type { Expanded } from '../expand/expand-templates.ts';
import type { RawNode, Report } from '../model/report.ts';
import type { BrokenShape } from '../shape/validate-shape.ts';

/** The lists whose entries have ids, and the kind of their entries in messages. */
const KIND_OF_LIST = [
  ['categories', 'category'],
  ['terms', 'terms'],
  ['services', 'service'],
  ['datasets', 'dataset'],
  ['sources', 'source'],
  ['classes', 'classes'],
  ['values', 'values'],
  ['groups', 'group'],
  ['projects', 'project'],
  ['base-layers', 'base-layer'],
  ['notices', 'notice'],
  ['pages', 'page'],
  ['forms', 'form'],
] as const satisfies readonly (readonly [keyof Expanded['lists'], string])[];

/**
 * Returns `kind:id` of invalid entries, so that references to them are not reported again. `kind:*`
 * matches unknown references, and `kind:?` disables the check when some id is unknown.
 */
export function brokenIds({ lists, singles, open }: Expanded, broken: BrokenShape): string[] {
  const theme = broken.singles.has('theme') ? singles.theme?.value : undefined;
  const named = (kind: string, things: unknown): string[] =>
    isMapping(things) ? Object.keys(things).map((name) => `${kind}:${name}`) : [];
  return [
    ...(isMapping(theme)
      ? ['theme', ...named('token', theme['tokens']), ...named('preset', theme['presets'])]
      : []),
    ...(open.has('countries') ? ['country:?'] : []),
    ...KIND_OF_LIST.flatMap(([list, kind]) => (open.has(list) ? [`${kind}:?`] : [])),
    // An atlas without any categories is reported elsewhere.
    ...(lists.categories.length === 0 ? ['category:*'] : []),
    ...KIND_OF_LIST.flatMap(([list, kind]) =>
      lists[list]
        .filter((entry) => broken.entries.has(entry))
        .flatMap((entry) => idOf(entry, kind).map(({ id }) => `${kind}:${id}`)),
    ),
  ];
}

/** A declared id, with its kind and place. */
interface Claim {
  readonly kind: string;
  readonly id: string;
  readonly target: { readonly node: object; readonly key: string | number };
  /** The namespace in which the id is unique; default: the kind. */
  readonly space?: string;
}

/**
 * Reports duplicate ids within a kind. A dataset is also a source with its id, and an alias is also
 * an id. Returns `kind:*` for each duplicate, because references to the intended id would be
 * unknown. Diagnostics: `duplicate-id`, `alias-clash`.
 */
export function reportDuplicates({ lists }: Expanded, report: Report): string[] {
  const spaces = new Map<string, Map<string, Claim>>();
  const twins = (claims: readonly Claim[], code: 'duplicate-id' | 'alias-clash'): string[] =>
    claims.flatMap((claim) => {
      const { kind, id, target, space = kind } = claim;
      const first = spaces.get(space) ?? new Map<string, Claim>();
      spaces.set(space, first);
      const other = first.get(id);
      if (!other) {
        first.set(id, claim);
        return [];
      }
      report.error(code, target, { kind, id }, [
        { target: other.target, note: 'first-defined-here' },
      ]);
      return [`${kind}:*`];
    });
  const ofEach = (claimsOf: (node: RawNode, kind: string) => readonly Claim[]): Claim[] =>
    KIND_OF_LIST.flatMap(([list, kind]) => lists[list].flatMap((node) => claimsOf(node, kind)));
  return [
    ...twins(ofEach(idOf), 'duplicate-id'),
    ...twins(ofEach(aliasesOf), 'alias-clash'),
    ...twins(lists.datasets.flatMap(tileNamesOf), 'alias-clash'),
  ];
}

function idOf(node: RawNode, kind: string): Claim[] {
  const { id } = node;
  if (typeof id !== 'string') return [];
  const space = kind === 'dataset' ? 'source' : kind;
  return [{ kind, id, target: { node, key: 'id' }, space }];
}

function aliasesOf({ aliases }: RawNode, kind: string): Claim[] {
  if (!Array.isArray(aliases)) return [];
  return aliases.flatMap((id: unknown, key) =>
    typeof id === 'string' ? [{ kind, id, target: { node: aliases, key } }] : [],
  );
}

function tileNamesOf({ feeds }: RawNode): Claim[] {
  const tiles = isMapping(feeds) ? feeds['tiles'] : undefined;
  return isMapping(tiles) ? aliasesOf(tiles, 'tile name') : [];
}
