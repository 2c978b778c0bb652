import type { ListKind } from '../../schemas/index.ts';
import type { Template } from '../../schemas/config.g.ts';
import { suggest } from '../diagnostics/suggest.ts';
import type { RawNode, Report } from '../model/report.ts';
import type { Origins } from '../parse/origins.ts';
import { copyWith, type Environment, type SubstitutionFault } from './substitute.ts';

/** An expanded sublayer knows the id it was declared with and its country. */
export interface ExpansionNote {
  readonly declaredId: string;
  readonly country: string | null;
}

/** Ids an argument may name. `datasets` holds datasets and sources. */
export interface TemplateKnowledge {
  readonly datasets: Set<string>;
  readonly classes: Set<string>;
  readonly countries: readonly RawNode[];
}

/** A kind of thing that has ids. */
export type OpenKind = Exclude<ListKind, 'templates'> | 'countries';

/** What the parts of the expansion share. */
export interface ExpandContext {
  readonly origins: Origins;
  readonly report: Report;
  readonly countries: readonly RawNode[];
  readonly notes: Map<object, ExpansionNote>;
  readonly incomplete: WeakSet<object>;
  /** Entries in which a parameter is not known, or whose defaults are not. */
  readonly faulty: Set<object>;
  /** Kinds of which some id is not known. */
  readonly open: Set<OpenKind>;
  /** Null where a template is not fit for use. */
  readonly templates: Map<string, Template | null>;
  /** Templates that some entry names. */
  readonly used: Set<string>;
  readonly knowledge: TemplateKnowledge;
}

/** How the copies of a node are to be remembered: the call that made them, and their variant. */
export interface Making {
  readonly call: object | null;
  readonly expansion: string | null;
}

/**
 * A copy of a node with its parameters replaced; `whole` says whether all were known. Diagnostics:
 * `unknown-parameter`, `not-a-text`.
 */
export function substitute(
  node: RawNode,
  environment: Environment,
  making: Making,
  { origins, report }: ExpandContext,
): { readonly copy: RawNode; readonly whole: boolean } {
  const faults: SubstitutionFault[] = [];
  const copy = copyWith(node, { environment, origins, ...making, faults });
  const known = [...environment.keys()];
  for (const { code, name, node: at, key, text } of faults)
    report.error(
      code,
      { node: at, key },
      { found: name, nearest: suggest(name, known), known, text },
    );
  return { copy, whole: faults.length === 0 };
}
