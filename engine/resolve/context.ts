import type { Bounds } from '../bundle/bundle.ts';
import { suggest } from '../diagnostics/suggest.ts';
import type { Expanded } from '../expand/expand-templates.ts';
import type {
  AtlasModel,
  BaseLayer,
  Category,
  ClassList,
  Country,
  Dataset,
  Group,
  Level,
  Service,
  Source,
  Text,
} from '../model/model.ts';
import type { Report, Target } from '../model/report.ts';
import type { ConfigFolder } from '../parse/source-file.ts';
import type { TextResolver } from './resolve-texts.ts';

/** What a name may mean, by the kind that messages give it. */
export interface ThingOf {
  readonly level: Level;
  readonly country: Country;
  readonly token: AtlasModel['tokens'][string];
  readonly preset: Readonly<Record<string, unknown>>;
  readonly category: Category;
  readonly service: Service;
  readonly classes: ClassList;
  readonly source: Source;
  readonly dataset: Dataset;
  readonly 'base-layer': BaseLayer;
  readonly group: Group;
}

/** The things found so far, by kind and id. */
export type Things = { readonly [K in keyof ThingOf]: ReadonlyMap<string, ThingOf[K]> };

/** What the steps of resolving share: the things found so far and where to report. */
export interface ResolveContext {
  readonly report: Report;
  readonly folder: ConfigFolder;
  readonly texts: TextResolver;
  readonly locales: readonly string[];
  readonly regionBounds: Bounds | null;
  readonly things: Things;
  /** The fields of what the sublayer at hand draws; absent where they are not known. */
  readonly declared?: ReadonlySet<string>;
  /** What is known of sublayers that templates made. */
  readonly notes: Expanded['notes'];
  /** Families of fonts, the one for labels that name none first. */
  readonly fonts: readonly string[];
  /** The folder of `theme.icons`, without a slash at its end. */
  readonly icons: string | null;
  /** Ids of base layers, which may be grounds of their own. */
  readonly baseIds: ReadonlySet<string>;
  /** The configuration node a thing of the model was made from. */
  readonly nodes: Map<object, object>;
  /** `kind:id` of things that are there but cannot be: a reference to one is not a second fault. */
  readonly broken: Set<string>;
  /** Entries that lost sublayers to faults: what they seem to lack is not a second fault. */
  readonly incomplete: WeakSet<object>;
}

/** The kinds of things that are named by an id. */
export type Kind =
  | 'category'
  | 'classes'
  | 'country'
  | 'group'
  | 'level'
  | 'preset'
  | 'service'
  | 'source'
  | 'token';

/**
 * Finds a thing by id, or reports `unknown-<kind>` with the nearest name and gives undefined. A
 * thing that exists but is broken gives undefined without a second message.
 */
export function lookUp<K extends Exclude<keyof ThingOf, 'dataset' | 'base-layer'>>(
  kind: K,
  id: string,
  target: Target,
  context: Pick<ResolveContext, 'report' | 'broken'> & { readonly things: Pick<Things, K> },
): ThingOf[K] | undefined {
  const things = context.things[kind];
  const thing = things.get(id);
  const isBroken = [id, '?'].some((each) => context.broken.has(`${kind}:${each}`));
  if (thing !== undefined || isBroken) return thing;
  // What has a fault of its own may be what is meant: a malformed id, or the second of two alike.
  const broken = [...context.broken]
    .filter((each) => each.startsWith(`${kind}:`))
    .map((each) => each.slice(kind.length + 1));
  const known = [...new Set([...things.keys(), ...broken.filter((each) => each !== '*')])];
  const nearest = suggest(id, known);
  const isTwin = broken.includes('*') && nearest === undefined;
  if (isTwin || isNear(id, broken)) return undefined;
  context.report.error(`unknown-${kind}`, target, { found: id, nearest: nearest ?? '', known });
  return undefined;
}

/** Whether one of the ids differs from this one in capitals, spaces and underscores alone. */
function isNear(id: string, ids: readonly string[]): boolean {
  const fold = (each: string): string => each.toLowerCase().replace(/[_\s]/g, '-');
  return ids.some((each) => fold(each) === fold(id));
}

/** The same words in every locale. */
export function sameText(words: string, locales: readonly string[]): Text {
  return Object.fromEntries(locales.map((locale) => [locale, words]));
}
