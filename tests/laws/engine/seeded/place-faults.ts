import { replace, type FaultClass } from './fault.ts';
import { wholeRange, type Spot } from './spots.ts';

const EXTENT = /^projects\.\*\.extent$/;
const CORNER = /^projects\.\*\.extent\.(north-east|south-west)$/;
const BOUNDS = /^(home|region)\.bounds$/;

/** The numbers of a place: `lng` and `lat`, or the items of a list. */
const COORDINATE = /^projects\.\*\.extent\.(\*|[a-z-]+\.(lng|lat))$|^(home|region)\.bounds\.\*$/;

function exchanged(list: Spot, a: number, b: number): { at: Spot['value']['at']; text: string } {
  const numbers = list.children.map(({ value }) => value.source);
  [numbers[a], numbers[b]] = [numbers[b]!, numbers[a]!];
  return { at: list.value.at, text: `[${numbers.join(', ')}]` };
}

export const PLACE_FAULTS: readonly FaultClass[] = [
  {
    name: 'corners exchanged',
    data: true,
    fits: ({ path, value }) => EXTENT.test(path) && value.kind === 'map',
    change: ({ key, children: [a, b] }) => ({
      edits: [
        { at: a!.key!.at, text: b!.key!.name },
        { at: b!.key!.at, text: a!.key!.name },
      ],
      places: [key!.at, wholeRange(a!), wholeRange(b!)],
    }),
  },
  {
    name: 'west and east exchanged',
    data: true,
    fits: ({ path, value }) => (EXTENT.test(path) || BOUNDS.test(path)) && value.kind === 'list',
    change: (spot) => ({ edits: [exchanged(spot, 0, 2)], places: [wholeRange(spot)] }),
  },
  {
    name: 'longitude and latitude of a corner exchanged',
    data: true,
    fits: ({ path }) => CORNER.test(path),
    change: (spot) => {
      const [lng, lat] = spot.children;
      return {
        edits: [
          { at: lng!.value.at, text: lat!.value.source },
          { at: lat!.value.at, text: lng!.value.source },
        ],
        places: [wholeRange(spot)],
      };
    },
  },
  {
    name: 'longitudes and latitudes exchanged',
    data: true,
    fits: ({ path, value }) => (EXTENT.test(path) || BOUNDS.test(path)) && value.kind === 'list',
    change: (spot) => {
      const [west, south, east, north] = spot.children.map(({ value }) => value.source);
      return {
        edits: [{ at: spot.value.at, text: `[${[south, west, north, east].join(', ')}]` }],
        places: [wholeRange(spot)],
      };
    },
  },
  {
    name: 'moved decimal point',
    data: true,
    fits: ({ path, value }) => COORDINATE.test(path) && /^-?[1-9]\d?\.\d\d/.test(value.source),
    change: (spot) => ({
      ...replace(spot.value.at, spot.value.source.replace(/^(-?\d+)\.(\d)/, '$1$2.')),
      places: [wholeRange(spot)],
    }),
  },
  {
    name: 'lost sign or a sign too many',
    data: true,
    fits: ({ path, value }) => /extent\.([a-z-]+\.lng)$/.test(path) && /^\d/.test(value.source),
    change: (spot) => ({
      ...replace(spot.value.at, `-${spot.value.source}`),
      places: [wholeRange(spot)],
    }),
  },
];
