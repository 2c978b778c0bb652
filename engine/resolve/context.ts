import { suggest } from '../diagnostics/suggest.ts';
import type { Expanded } from '../expand/expand-templates.ts';
import type { ClassList, Country, Dataset, Level, Service, Source, Text } from '../model/model.ts';
import type { Origins, RawNode, Report, Target } from '../parse/origins.ts';
import type { ConfigFolder } from '../parse/source-file.ts';
import type { TextResolver } from './resolve-texts.ts';

/** What the steps of resolving share: the things found so far and where to report. */
export interface ResolveContext {
  readonly expanded: Expanded;
  readonly origins: Origins;
  readonly report: Report;
  readonly folder: ConfigFolder;
  readonly texts: TextResolver;
  readonly locales: readonly string[];
  readonly levels: readonly Level[];
  readonly countries: ReadonlyMap<string, Country>;
  readonly regionBounds: readonly [number, number, number, number] | null;
  readonly services: ReadonlyMap<string, Service>;
  readonly classes: ReadonlyMap<string, ClassList>;
  readonly datasets: ReadonlyMap<string, Dataset>;
  readonly sources: ReadonlyMap<string, Source>;
  readonly tokens: ReadonlyMap<string, Readonly<Record<string, string | number>>>;
  readonly presets: ReadonlyMap<string, RawNode>;
  /** Families of fonts, the one for labels that name none first. */
  readonly fonts: readonly string[];
  /** The folder of `theme.icons`, without a slash at its end. */
  readonly icons: string | null;
  /** Ids of base layers, which may stand as grounds of their own. */
  readonly baseIds: ReadonlySet<string>;
  /** The configuration node a thing of the model was made from. */
  readonly nodes: Map<object, RawNode>;
  /** `kind:id` of things that are there but cannot be: a reference to one is not a second fault. */
  readonly broken: Set<string>;
  /** Entries that lost sublayers to faults: what they seem to lack is not a second fault. */
  readonly incomplete: WeakSet<object>;
}

/**
 * Finds a thing by id, or reports `unknown-<kind>` with the nearest name and gives undefined. A
 * thing that exists but is broken gives undefined without a second message.
 */
export function lookUp<T>(
  things: ReadonlyMap<string, T>,
  id: string,
  kind: string,
  target: Target,
  context: Pick<ResolveContext, 'report' | 'broken'>,
): T | undefined {
  const thing = things.get(id);
  if (thing !== undefined || context.broken.has(`${kind}:${id}`)) return thing;
  const known = [...things.keys()];
  context.report.error(`unknown-${kind}`, target, {
    found: id,
    nearest: suggest(id, known) ?? '',
    known,
  });
  return undefined;
}

/** The same words in every locale. */
export function sameText(words: string, locales: readonly string[]): Text {
  return Object.fromEntries(locales.map((locale) => [locale, words]));
}
