import type { ErrorCode } from 'yaml';
import { explainStructure } from './explain-structure.ts';
import { explainSyntax, firstSign } from './explain-syntax.ts';
import { present } from '../basics/present.ts';
import { readWithPositions } from './locate.ts';
import { scanYaml } from './scan-yaml.ts';
import { at, type SyntaxFault } from './syntax-fault.ts';

/** Matches characters that YAML does not allow. */
const UNPRINTABLE = /[^\P{Cc}\t\n\r\x85]|[\p{Cs}\ufffe\uffff]/u;

/** A text that the first YAML parser rejects. */
export interface Refusal {
  readonly text: string;
  /** The offset at which the parser stopped, from 0. */
  readonly offset: number;
  /** Maximum allowed depth of nesting. */
  readonly depth: number;
}

/**
 * Explains why the first YAML parser rejects a text; null when it cannot. The first one, js-yaml, is
 * several times as fast, but reports an error only as a sentence. The error codes of the second one
 * are stable. Codes: `yaml-invisible-sign`, `yaml-two-documents`,
 * `yaml-escape`, `too-deep`, those of `explainStructure` and `explainSyntax`.
 */
export function explainRefusal(refusal: Refusal): SyntaxFault | null {
  const { text, offset, depth } = refusal;
  const sign = UNPRINTABLE.exec(text);
  if (sign) return at('yaml-invisible-sign', sign.index, 1, { found: sign[0] });
  const document = readWithPositions(text, { uniqueKeys: false });
  const [error] = document.errors;
  const found = error
    ? byCode(error.code, error.pos[0], refusal)
    : explainStructure(document.contents, { text, depth });
  return found ?? explainSyntax(text, offset);
}

/** Returns the path of Windows in the double quotes around an offset. */
function windowsPathAt(text: string, offset: number): string | undefined {
  const rest = text.slice(text.lastIndexOf('"', offset) + 1);
  return /^[a-z]:\\[^"\n]*\.\w+(?=")/i.exec(rest)?.[0];
}

/** Explains an error by the second parser's code alone. */
function byCode(code: ErrorCode, offset: number, { text, depth }: Refusal): SyntaxFault | null {
  switch (code) {
    case 'MULTIPLE_DOCS':
      return at('yaml-two-documents', text.lastIndexOf('\n---', offset) + 1, 3, {});
    case 'BAD_DQ_ESCAPE':
      return at('yaml-escape', offset, 2, {
        found: text.slice(offset, offset + 2),
        ...present({ path: windowsPathAt(text, offset) }),
      });
    case 'RESOURCE_EXHAUSTION':
      return at('too-deep', offset, 1, { limit: depth });
    case 'BAD_ALIAS':
    case 'ALIAS_PROPS':
    case 'MULTIPLE_ANCHORS':
      return firstSign(text, offset, true);
    case 'BAD_SCALAR_START':
      return /[%@`]/.test(text[offset] ?? '')
        ? firstSign(text, offset, scanYaml(text, offset).open.length > 0)
        : null;
    default:
      return null;
  }
}
