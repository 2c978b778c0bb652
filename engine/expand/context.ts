import type { ListKind } from '../../schemas/index.ts';
import type { Template } from '../../schemas/config.g.ts';
import { suggest } from '../diagnostics/suggest.ts';
import type { RawNode, Report } from '../model/report.ts';
import type { Origins } from '../parse/origins.ts';
import { copyWith, type Environment, type SubstitutionFault } from './substitute.ts';

/** The declared id and the country of an expanded sublayer. */
export interface ExpansionNote {
  readonly declaredId: string;
  readonly country: string | null;
}

/** Ids that an argument may refer to. `datasets` contains datasets and sources. */
export interface TemplateKnowledge {
  readonly datasets: Set<string>;
  readonly classes: Set<string>;
  readonly countries: readonly RawNode[];
}

/** A kind of entry whose entries have ids. */
export type OpenKind = Exclude<ListKind, 'templates'> | 'countries';

/** The state that the parts of the expansion share. */
export interface ExpandContext {
  readonly origins: Origins;
  readonly report: Report;
  readonly countries: readonly RawNode[];
  readonly notes: Map<object, ExpansionNote>;
  readonly incomplete: WeakSet<object>;
  /** Entries with an unknown parameter or invalid defaults. */
  readonly faulty: Set<object>;
  /** Kinds in which the id of some entry is unknown. */
  readonly open: Set<OpenKind>;
  /** The templates by id; null for invalid ones. */
  readonly templates: Map<string, Template | null>;
  /** Ids of the templates that are used. */
  readonly used: Set<string>;
  readonly knowledge: TemplateKnowledge;
}

/** The call of a template and the value of `for` for which a copy of a node was made. */
export interface Making {
  readonly call: object | null;
  readonly expansion: string | null;
}

/**
 * Copies a node and replaces its parameters; `whole` is false when one is unknown. Diagnostics:
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
