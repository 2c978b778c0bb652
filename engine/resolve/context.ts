import type * as Config from '../../schemas/config.g.ts';
import type { Bounds } from '../basics/values.ts';
import { suggest } from '../diagnostics/suggest.ts';
import type { Expanded } from '../expand/expand-templates.ts';
import type { DerivedLayer } from '../model/derived.ts';
import type { Form } from '../model/forms.ts';
import type {
  AtlasModel,
  BaseLayer,
  Category,
  ClassList,
  Condition,
  Country,
  Dataset,
  Field,
  Group,
  Level,
  Page,
  Service,
  Source,
  Terms,
  Text,
} from '../model/model.ts';
import type { Report, Target } from '../model/report.ts';
import type { ConfigFolder } from '../parse/source-file.ts';
import type { TextResolver } from './texts/resolve-texts.ts';

/** The types of objects that an id may refer to, by kind. */
export interface ThingOf {
  readonly level: Level;
  readonly country: Country;
  readonly token: AtlasModel['tokens'][string];
  readonly preset: Readonly<Record<string, unknown>>;
  readonly category: Category;
  readonly terms: Terms;
  readonly service: Service;
  readonly classes: ClassList;
  readonly values: Config.ValueList;
  readonly source: Source;
  readonly dataset: Dataset;
  readonly 'base-layer': BaseLayer;
  readonly group: Group;
  readonly page: Page;
  readonly form: Form;
}

/** The objects resolved so far, by kind and id. */
export type Things = { readonly [K in keyof ThingOf]: ReadonlyMap<string, ThingOf[K]> };

/** The shared state of the resolve stage: the objects resolved so far, and the report. */
export interface ResolveContext {
  readonly report: Report;
  readonly folder: ConfigFolder;
  readonly texts: TextResolver;
  /** The words of the interface (its texts) by language. */
  readonly words: AtlasModel['words'];
  readonly missingWords: AtlasModel['missingWords'];
  /** The words for true and false in data, in lower case. */
  readonly booleans: NonNullable<Field['booleans']>;
  readonly locales: readonly string[];
  readonly regionBounds: Bounds | null;
  /** The IANA name of the time zone of the region. */
  readonly timeZone: string;
  readonly things: Things;
  /** Returns the declared fields of the current sublayer's source; undefined if they are unknown. */
  readonly declared?: () => ReadonlySet<string> | undefined;
  /** Notes on sublayers that templates made. */
  readonly notes: Expanded['notes'];
  /** Font families; the first is the default for labels. */
  readonly fonts: readonly string[];
  /** The folder of `theme.icons`, without a trailing slash. */
  readonly icons: string | null;
  /** Ids of base layers, which may be keys beside `light` and `dark` in a value. */
  readonly baseIds: ReadonlySet<string>;
  /** The configuration node of each object in the model. */
  readonly nodes: Map<object, object>;
  /** Names of tokens that colours and values use. */
  readonly usedTokens: Set<string>;
  /** Ids of the value lists that fields use. */
  readonly usedValues: Set<string>;
  /** `kind:id` of objects that exist but are invalid. References to them are not reported again. */
  readonly broken: Set<string>;
  /**
   * Entries that lost sublayers, and lists of the model that lost entries, because of errors. Checks
   * on missing content skip them.
   */
  readonly incomplete: WeakSet<object>;
  /** The list `derived` of each dataset, to which sublayers add. */
  readonly derived: Map<Dataset, DerivedLayer[]>;
  /** The list `asks` of each dataset, which is filled last. */
  readonly asks: Map<Dataset, (readonly Condition[])[]>;
  /** The default of `budget` of tiles in bytes. */
  readonly tileBudget: number;
}

/** The kinds of objects with ids. */
export type Kind =
  | 'category'
  | 'classes'
  | 'country'
  | 'dataset'
  | 'group'
  | 'level'
  | 'preset'
  | 'service'
  | 'source'
  | 'terms'
  | 'token'
  | 'values';

/**
 * Finds an object by id. If it is unknown, reports `unknown-<kind>` with the closest name and
 * returns undefined. For an object that is known but invalid, it also returns undefined, but
 * reports nothing, because the error was reported before.
 */
export function lookUp<K extends Exclude<keyof ThingOf, 'base-layer' | 'form'>>(
  kind: K,
  id: string,
  target: Target,
  context: Pick<ResolveContext, 'report' | 'broken'> & { readonly things: Pick<Things, K> },
): ThingOf[K] | undefined {
  const things = context.things[kind];
  const thing = things.get(id);
  if (thing !== undefined) return thing;
  if ([id, '?'].some((each) => context.broken.has(`${kind}:${each}`))) return undefined;
  // The reference may refer to an invalid entry: an entry with a malformed id, or the second of two
  // entries with the same id.
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

/** Returns whether one of the ids differs only in case, spaces and underscores. */
function isNear(id: string, ids: readonly string[]): boolean {
  const fold = (each: string): string => each.toLowerCase().replace(/[_\s]/g, '-');
  return ids.some((each) => fold(each) === fold(id));
}

/** Returns a text with the same words in every locale. */
export function sameText(words: string, locales: readonly string[]): Text {
  return Object.fromEntries(locales.map((locale) => [locale, words]));
}
