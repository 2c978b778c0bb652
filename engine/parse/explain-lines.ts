import { blockLines, neighbourOf, type BlockLine, type Neighbourhood } from './block-lines.ts';
import { at, type SyntaxFault } from './syntax-fault.ts';

/**
 * Explains lines of block YAML that do not fit together; null when it cannot. `offset` is where the
 * parser stopped, and `begins` are the offsets of the lines. Codes: `yaml-space-missing`,
 * `yaml-colon-missing`, `yaml-dash-missing`, `yaml-dash-among-keys`, `yaml-indentation`.
 */
export function explainLines(
  text: string,
  offset: number,
  begins: readonly number[],
): SyntaxFault | null {
  const lines = blockLines(text, begins);
  const own = lines.findLast((line) => line.offset <= offset);
  if (!own) return null;
  const previous = lines.findLast((line) => line.offset < own.offset);
  const glued = spaceMissing(own) ?? (previous ? spaceMissing(previous) : null);
  if (glued) return glued;
  const near = neighbourOf(own, lines);
  if (near.listed && !own.hasColon) return misplaced(own, near);
  // When the parser stops at a colon, it has read the line above and this line as one text.
  const ranOn = text[offset] === ':' || offset >= text.length;
  if (previous && ranOn && !previous.hasColon && previous.indent <= own.indent)
    return colonMissing(previous);
  if (!own.hasColon && !own.dash) return colonMissing(own);
  return misplaced(own, near);
}

/** Finds `type:fill` and `-id: x`. A key with a colon elsewhere in its line may be correct. */
function spaceMissing({ offset, indent, content, hasColon }: BlockLine): SyntaxFault | null {
  const glued = /^((?:- +)*)(?:(-)(?=[\w'"[{])|([A-Za-z][\w-]*:)(?=[^\s:/]))(\S*)/.exec(content);
  if (!glued || (glued[3] !== undefined && hasColon)) return null;
  const [, dashes = '', dash, key, rest = ''] = glued;
  const begin = dash ?? key ?? '';
  const found = begin + rest;
  return at('yaml-space-missing', offset + indent + dashes.length, found.length, {
    found,
    right: `${begin} ${rest}`,
  });
}

function colonMissing({ offset, indent, content }: BlockLine): SyntaxFault {
  const [, key = '', value = ''] = /^(?:- +)*(\S+)\s*=?\s*(.*)$/s.exec(content)!;
  return at('yaml-colon-missing', offset + indent, content.length, { key, value });
}

function misplaced(
  own: BlockLine,
  { listed, among, neighbour, columns }: Neighbourhood,
): SyntaxFault | null {
  const key = own.dash ? '- ' : /^[^\s:]*:?/.exec(own.content)![0];
  const place = own.offset + own.indent;
  const related = neighbour && {
    offset: neighbour.offset + neighbour.indent,
    length: neighbour.content.length,
    note: 'neighbour' as const,
  };
  if (!listed && (columns.length === 0 || columns.includes(own.indent))) return null;
  const code = listed ? 'yaml-dash-missing' : among ? 'yaml-dash-among-keys' : 'yaml-indentation';
  const known = columns.map(String);
  const fault =
    code !== 'yaml-indentation'
      ? at(code, place, key.length, { found: key })
      : at(code, place, key.length, { key, found: own.indent, known });
  return related ? { ...fault, related } : fault;
}
