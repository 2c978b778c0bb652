import { replace, type Change, type FaultClass } from './fault.ts';
import { misspell } from './misspell.ts';
import { lineEnd, lineStart, textOf, wholeRange, type Range, type Spot } from './spots.ts';

const isOneLine = ({ value }: Spot): boolean => !value.source.includes('\n');
const isQuoted = ({ value }: Spot): boolean => /^['"]/.test(value.source);
const isFlow = ({ value }: Spot): boolean => /^[[{]/.test(value.source) && value.size > 0;
const isPlainText = (spot: Spot): boolean =>
  spot.value.kind === 'scalar' && isOneLine(spot) && /^[A-Z][^'"|>:#]*$/.test(spot.value.source);

/** Returns whether a spot is a key in block style and not the first of its mapping. */
const isLaterLine = ({ key, inFlow, index }: Spot): boolean => key !== null && !inFlow && index > 0;

/** Returns the range of the spaces before a line. */
function indentation({ file, key, value }: Spot): Range {
  const from = key?.at[0] ?? value.at[0];
  const start = lineStart(file.text, from);
  return [start, start + file.text.slice(start, from).search(/[^ ]|$/)];
}

/** Changes the indentation of a line; the fault extends to its key. */
function indented(spot: Spot, write: (blanks: string) => string): Change {
  const at = indentation(spot);
  return {
    edits: [{ at, text: write(spot.file.text.slice(...at)) }],
    places: [[at[0], spot.key?.at[1] ?? lineEnd(spot.file.text, at[0])]],
  };
}

/** Returns the opening brackets of a value and of the values around it. */
function openings(spot: Spot): Range[] {
  const opening: Range = [spot.value.at[0], spot.value.at[0] + 1];
  return [opening, ...(spot.inFlow ? openings(spot.parent!) : [])];
}

const SIGNS = ['*', '&', '@', '%', '`', '!'];

export const SYNTAX_FAULTS: readonly FaultClass[] = [
  {
    name: 'tab before a line',
    fits: (spot) =>
      spot.key !== null && !spot.inFlow && indentation(spot)[1] > indentation(spot)[0],
    change: (spot) => indented(spot, (blanks) => '\t'.repeat(blanks.length / 2)),
  },
  {
    name: 'one space too many before a line',
    fits: isLaterLine,
    change: (spot) => indented(spot, (blanks) => `${blanks} `),
  },
  {
    name: 'one space too few before a line',
    fits: (spot) => isLaterLine(spot) && indentation(spot)[1] > indentation(spot)[0],
    change: (spot) => indented(spot, (blanks) => blanks.slice(1)),
  },
  {
    name: 'missing dash',
    fits: ({ key, inFlow, index, path }) =>
      key === null && !inFlow && index > 0 && path.endsWith('.*'),
    change: (spot) => {
      const [, dash] = indentation(spot);
      return {
        ...replace([dash, dash + 1], ' '),
        places: [[dash, lineEnd(spot.file.text, dash)]],
      };
    },
  },
  {
    // In brackets, `a:[` and `a:{` mean the same with and without a space.
    name: 'missing space after a colon',
    fits: (spot) =>
      spot.key !== null &&
      isOneLine(spot) &&
      !(spot.inFlow && isFlow(spot)) &&
      spot.file.text.slice(spot.key.at[1], spot.value.at[0]) === ': ',
    change: (spot) => ({
      ...replace([spot.key!.at[1], spot.value.at[0]], ':'),
      places: [wholeRange(spot)],
    }),
  },
  {
    name: 'missing colon',
    fits: (spot) =>
      spot.key !== null &&
      spot.value.kind === 'scalar' &&
      isOneLine(spot) &&
      !isQuoted(spot) &&
      spot.file.text.slice(spot.key.at[1], spot.value.at[0]) === ': ',
    change: (spot) => ({
      ...replace([spot.key!.at[1], spot.key!.at[1] + 1], ''),
      places: [wholeRange(spot)],
    }),
  },
  {
    name: 'missing closing quote',
    fits: (spot) => isQuoted(spot) && isOneLine(spot),
    change: ({ value, file }) => ({
      ...replace([value.at[1] - 1, value.at[1]], ''),
      places: [[value.at[0], lineEnd(file.text, value.at[1])]],
    }),
  },
  {
    name: 'missing opening quote',
    fits: (spot) => isQuoted(spot) && isOneLine(spot),
    change: ({ value }) => ({
      ...replace([value.at[0], value.at[0] + 1], ''),
      places: [value.at],
    }),
  },
  {
    name: 'missing closing bracket',
    fits: isFlow,
    // With several brackets, any of them may be the unclosed one.
    change: (spot) => ({
      ...replace([spot.value.at[1] - 1, spot.value.at[1]], ''),
      places: [
        ...openings(spot),
        [spot.value.at[1] - 1, lineEnd(spot.file.text, spot.value.at[1])],
      ],
    }),
  },
  {
    name: 'missing opening bracket',
    fits: (spot) => isFlow(spot) && isOneLine(spot),
    change: (spot) => ({
      ...replace([spot.value.at[0], spot.value.at[0] + 1], ''),
      places: [wholeRange(spot)],
    }),
  },
  {
    name: 'missing comma between brackets',
    fits: (spot) => isFlow(spot) && spot.children.length > 1,
    change: ({ children, file }, random) => {
      const i = random.below(children.length - 1);
      const [start, end] = wholeRange(children[i]!);
      const comma = file.text.indexOf(',', end);
      return {
        ...replace([comma, comma + 1], ''),
        places: [[start, wholeRange(children[i + 1]!)[1]]],
      };
    },
  },
  {
    name: 'comma in a text between brackets',
    fits: (spot) =>
      spot.inFlow &&
      spot.key !== null &&
      isPlainText(spot) &&
      / /.test(spot.value.source) &&
      !/,/.test(spot.value.source),
    change: ({ value }) => {
      const at = value.at[0] + value.source.indexOf(' ');
      return { ...replace([at, at], ','), places: [value.at] };
    },
  },
  {
    name: 'colon in a text',
    fits: (spot) => isPlainText(spot) && / /.test(spot.value.source),
    change: (spot) => {
      const at = spot.value.at[0] + spot.value.source.indexOf(' ');
      return { ...replace([at, at], ':'), places: [wholeRange(spot)] };
    },
  },
  {
    name: 'text that begins with a sign',
    fits: isPlainText,
    change: ({ value }, random) => ({
      ...replace([value.at[0], value.at[0]], random.pick(SIGNS)),
      places: [value.at],
    }),
  },
  {
    name: 'misspelt anchor',
    fits: (spot) => firstAlike(spot) !== null,
    change: (spot, random, words) => {
      const first = firstAlike(spot)!.value.at[0];
      const wrong = misspell('shared-value', random, words)!;
      return {
        edits: [
          { at: [first, first], text: '&shared-value ' },
          { at: spot.value.at, text: `*${wrong}` },
        ],
        places: [spot.value.at],
      };
    },
  },
  {
    name: 'quote inside a quoted text',
    fits: (spot) => isQuoted(spot) && isOneLine(spot) && /^'\p{L}+ /u.test(spot.value.source),
    change: (spot) => {
      const at = spot.value.at[0] + spot.value.source.indexOf(' ');
      return { ...replace([at, at], "'s"), places: [spot.value.at] };
    },
  },
];

/** Returns an earlier spot of the same file and path with an equal mapping in brackets. */
function firstAlike(spot: Spot): Spot | null {
  if (spot.value.kind !== 'map' || !isFlow(spot) || !spot.parent?.parent) return null;
  const cousins = spot.parent.parent.children.flatMap(({ children }) => children);
  const first = cousins.find(
    ({ path, value }) => path === spot.path && value.source === spot.value.source,
  );
  return first && first !== spot && textOf(first) === textOf(spot) ? first : null;
}
