import { replace, type Change, type FaultClass } from './fault.ts';
import { lineEnd, lineStart, wholeRange, type Range, type Spot } from './spots.ts';

/** Returns the range of the first line of a mapping, from its key. */
function beginning({ key, value, file }: Spot): Range {
  const start = key?.at[0] ?? value.at[0];
  return [start, lineEnd(file.text, start)];
}

/**
 * Removes an entry of a mapping, with its comma or its lines. The message may be at the beginning
 * of the mapping or at its id.
 */
function takeOut(spot: Spot): Change {
  const { text } = spot.file;
  const [start, end] = wholeRange(spot);
  const next = spot.parent!.children[spot.index + 1];
  const previous = spot.parent!.children[spot.index - 1];
  const at: Range = next
    ? [start, wholeRange(next)[0]]
    : [previous ? wholeRange(previous)[1] : start, spot.inFlow ? end : lineEnd(text, end)];
  const id = spot.parent!.children.find(({ key }) => key?.name === 'id' && key !== spot.key);
  const places = [beginning(spot.parent!), ...(id ? [wholeRange(id)] : [])];
  return { edits: [{ at, text: '' }], places };
}

const REQUIRED = new RegExp(
  [
    '^groups\\.\\*\\.(name|category|sublayers)$',
    '^datasets\\.\\*\\.(geometry|permission|load)$',
    '^datasets\\.\\*\\.permission\\.(view|analyse|download)$',
    '^datasets\\.\\*\\.fields\\.[^.]+\\.type$',
    '^classes\\.\\*\\.values\\.\\*\\.(value|label|color)$',
    '^(groups|templates)\\.\\*\\.sublayers\\.\\*\\.(type|source|id)$',
    '^services\\.\\*\\.(env|fallback)$',
    '^base-layers\\.\\*\\.(name|ground)$',
    '^categories\\.\\*\\.name$',
    '^projects\\.\\*\\.(name|extent)$',
    '^projects\\.\\*\\.link\\.(url|text)$',
    'popup\\.sections\\.\\*\\.(heading|fields)$',
    '^region\\.countries\\.\\*\\.name$',
    '\\.(north-east|south-west)\\.(lng|lat)$',
    '^datasets\\.\\*\\.load\\.(service|path)$',
  ].join('|'),
);

/** Returns the range of the lines of an entry of a block list. */
function linesOf({ value, file }: Spot): Range {
  return [lineStart(file.text, value.at[0]), lineEnd(file.text, value.at[1]) + 1];
}

export const ENTRY_FAULTS: readonly FaultClass[] = [
  {
    name: 'missing key',
    fits: ({ path, parent }) => REQUIRED.test(path) && parent!.children.length > 1,
    change: takeOut,
  },
  {
    name: 'missing id',
    fits: ({ path, parent }) =>
      /^(groups|datasets|classes|projects|sources|services|templates|categories|region\.countries)\.\*\.id$/.test(
        path,
      ) && parent!.children.length > 1,
    change: takeOut,
  },
  {
    name: 'missing translation',
    fits: ({ path, key, parent }) =>
      key?.name === 'fr' &&
      !/search|text-field|^locales|^texts/.test(path) &&
      parent!.children.some((child) => child.key?.name === 'en'),
    change: takeOut,
  },
  {
    name: 'missing argument',
    fits: ({ path, parent }) =>
      /\.with\.(source|fill|edge|ring)$/.test(path) && parent!.children.length > 1,
    change: (spot) => ({
      ...takeOut(spot),
      places: [beginning(spot.parent!), beginning(spot.parent!.parent!)],
    }),
  },
  {
    name: 'entry copied with its id',
    fits: ({ path, key, inFlow, children }) =>
      key === null &&
      !inFlow &&
      /^(groups|classes|datasets|projects|categories|sources|services|templates)\.\*$|^(groups|templates)\.\*\.sublayers\.\*$/.test(
        path,
      ) &&
      children.some((child) => child.key?.name === 'id'),
    change: (spot) => {
      const [start, end] = linesOf(spot);
      const text = spot.file.text.slice(start, end);
      const id = spot.children.find((child) => child.key?.name === 'id')!;
      const [from, to] = wholeRange(id);
      return { edits: [{ at: [end, end], text, fault: [from - start, to - start] }] };
    },
  },
  {
    name: 'key twice',
    fits: ({ key, value, inFlow, file }) =>
      key !== null &&
      !inFlow &&
      value.kind === 'scalar' &&
      !value.source.includes('\n') &&
      lineEnd(file.text, key.at[0]) === lineEnd(file.text, value.at[1]),
    change: ({ key, value, file }) => {
      const end = lineEnd(file.text, value.at[1]);
      const indent = ' '.repeat(key!.at[0] - lineStart(file.text, key!.at[0]));
      const text = `\n${indent}${key!.name}: ${value.source}`;
      return { edits: [{ at: [end, end], text, fault: [1 + indent.length, text.length] }] };
    },
  },
  {
    name: 'layout property under paint',
    fits: ({ path, inFlow }) => path.endsWith('sublayers.*.paint.line-color') && !inFlow,
    change: ({ key, file }) => {
      const start = key!.at[0];
      const indent = ' '.repeat(start - lineStart(file.text, start));
      const written = 'line-join: round';
      const text = `${written}\n${indent}`;
      return { edits: [{ at: [start, start], text, fault: [0, written.length] }] };
    },
  },
  {
    name: 'text that is a mapping',
    fits: ({ path, value }) =>
      /^datasets\.\*\.(geometry|key)$/.test(path) && value.kind === 'scalar',
    change: ({ value }) => replace(value.at, `{ name: ${value.source} }`),
  },
  {
    name: 'entry for a list',
    fits: ({ path, value }) =>
      /\.(fields|coverage|clip)$/.test(path) && value.kind === 'list' && value.size > 0,
    change: ({ value, children }) => replace(value.at, children[0]!.value.source),
  },
];
