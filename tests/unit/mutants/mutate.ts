/**
 * Creates mutants: programs that differ from a given one in one place. They show whether the tests
 * detect the difference.
 */

export interface Mutant {
  /** Line and change, such as `38: >= -> <`. */
  readonly name: string;
  readonly code: string;
}

interface Change {
  readonly what: RegExp;
  /** Returns the replacements of a match. */
  readonly instead: (found: string) => readonly string[];
}

const swap = (what: RegExp, ...instead: readonly string[]): Change => ({
  what,
  instead: () => instead,
});

const CHANGES: readonly Change[] = [
  swap(/>=/g, '>', '<', '==='),
  swap(/(?<![=>])>(?!=)/g, '>=', '<'),
  swap(/===/g, '!=='),
  swap(/!==/g, '==='),
  swap(/&&/g, '||'),
  swap(/\|\|/g, '&&'),
  swap(/\?\?/g, '&&'),
  swap(/!(?=[\w(])/g, ''),
  swap(/Math\.max/g, 'Math.min'),
  swap(/Math\.min/g, 'Math.max'),
  swap(/(?<![\w.])0(?![\w.])/g, '1'),
  swap(/\bcontinue;/g, ';'),
  swap(/\bif \(/g, 'if (true || ', 'if (false && ', 'if (!'),
  // Return values of arrow functions and filters.
  swap(/=> (?=[^{])/g, '=> true || ', '=> false && '),
  swap(/\b401\b/g, '403', '404'),
  swap(/\b403\b/g, '401', '404'),
  swap(/\b404\b/g, '401', '403'),
  swap(/\btrue\b/g, 'false'),
  swap(/\bfalse\b/g, 'true'),
  swap(/(["'])view\1/g, '"download"'),
  swap(/(["'])download\1/g, '"view"'),
  swap(/(["'])hide\1/g, '"lock"'),
  swap(/\breturn (?=[^;]+ \? )/g, 'return true || ', 'return false && '),
  // Texts.
  swap(/(?<!from |")"[\w-]+"/g, '"?"'),
  // Calls for their side effects, and items added to a list.
  swap(/(?<=^\t*|\) )[\w.]+\([^;{}]*\);$/gm, ';'),
  swap(/\.\.\.[\w.]+(?=[\s,\])}])/g, '...[]'),
];

/** Returns all mutants of a JavaScript program; comments are not changed. */
export function mutantsOf(code: string): Mutant[] {
  const comments = [...code.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*/g)].map(
    ({ index, 0: { length } }) => [index, index + length] as const,
  );
  return CHANGES.flatMap(({ what, instead }) =>
    [...code.matchAll(what)]
      .filter(({ index }) => !comments.some(([start, end]) => index >= start && index < end))
      .flatMap(({ index, 0: found }) =>
        instead(found).map((other) => ({
          name: `${code.slice(0, index).split('\n').length}: ${found} -> ${other}`,
          code: code.slice(0, index) + other + code.slice(index + found.length),
        })),
      ),
  );
}
