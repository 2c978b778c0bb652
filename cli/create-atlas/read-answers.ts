import { WIDEST_ACROSS } from './cut-base-map.ts';
import { parseArgs } from 'node:util';
import type { Bounds } from '../geography/geometry.ts';
import type { Language } from './atlas-files.ts';

/** A wrong use of the command; the message says what is right. */
export class UsageError extends Error {}

/** What the command was asked to make. */
export interface Answers {
  readonly out: string;
  readonly title: string;
  /** ISO codes in capitals; empty if the bounds say which. */
  readonly countries: readonly string[];
  readonly bounds: Bounds | null;
  readonly languages: readonly Language[];
  /** The packed file of `atlas-server`. */
  readonly server: string | null;
  readonly install: boolean;
}

/** Asks a question and returns the answer; null if there is no terminal. */
export type Ask = ((question: string) => Promise<string>) | null;

export const HELP = `Usage: create-atlas DIR [options]

Makes an atlas of your own in a new folder: a region with its base map, one dataset, two groups,
one project, the settings of npm, GitHub and Visual Studio Code. It needs no network. What is
not given is asked, if there is a terminal.

Options:
  --name TEXT        title of the atlas (default: from the name of the folder)
  --countries CODES  three-letter codes of countries, such as CMR,GAB (default: those in the bounds)
  --bounds BOX       west,south,east,north in degrees (default: the box around the countries)
  --languages CODES  en, fr or en,fr; the first is that of texts without a reader (default: en)
  --out DIR          the folder, instead of DIR
  --server FILE      the packed file of atlas-server, while no registry has it; it is copied into the
                     atlas, and npm installs it
  --no-install       do not run npm install
  --help             this text

Examples:
  create-atlas my-atlas --countries CMR,GAB --languages fr,en --server atlas-server-0.1.0.tgz
  create-atlas my-atlas --bounds=-25,63,-13,67 --name "Atlas of Iceland"
`;

const OPTIONS = {
  name: { type: 'string' },
  countries: { type: 'string' },
  bounds: { type: 'string' },
  languages: { type: 'string' },
  out: { type: 'string' },
  server: { type: 'string' },
  'no-install': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Returns a title from the name of a folder: `My atlas` for `my-atlas`. */
function titleOf(folder: string): string {
  const words = folder.replace(/[-_]+/g, ' ').trim() || folder;
  return words[0]!.toUpperCase() + words.slice(1);
}

/** Reads the arguments, and asks for what they lack. Returns null for `--help`. */
export async function readAnswers(args: readonly string[], ask: Ask): Promise<Answers | null> {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  if (positionals.length > 1)
    throw new UsageError(
      `One folder is needed, not ${positionals.length}: ${positionals.join(' ')}`,
    );
  const given = async (value: string | undefined, question: string): Promise<string> =>
    value ?? (ask ? (await ask(question)).trim() : '');
  const out = await given(values.out ?? positionals[0], 'Folder of the new atlas: ');
  if (out === '') throw new UsageError('The folder of the new atlas is missing: create-atlas DIR');
  const suggested = titleOf(out.split(/[\\/]/).findLast((part) => part !== '') ?? 'atlas');
  const title = await given(values.name, `Title (${suggested}): `);
  const needsCountries = values.bounds === undefined;
  const codes = needsCountries
    ? await given(values.countries, 'Three-letter codes of its countries, such as CMR,GAB: ')
    : (values.countries ?? '');
  const countries = listOf(codes.toUpperCase());
  if (needsCountries && countries.length === 0)
    throw new UsageError('The region is missing: give --countries CMR,GAB or --bounds=8,-4,19,13');
  const box = needsCountries && ask ? await ask('Bounds (the box around the countries): ') : '';
  const bounds = readBounds(values.bounds ?? box);
  const languages = readLanguages(
    await given(values.languages, 'Languages, en or fr or en,fr (en): '),
  );
  return {
    out,
    title: title || suggested,
    countries,
    bounds,
    languages,
    server: values.server ?? null,
    install: !values['no-install'],
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\ncreate-atlas --help lists the options.`);
  }
}

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '');

function readBounds(text: string): Bounds | null {
  if (text.trim() === '') return null;
  const numbers = listOf(text).map(Number);
  const [west, south, east, north] = numbers as [number, number, number, number];
  if (numbers.length !== 4 || numbers.some((degrees) => !Number.isFinite(degrees)))
    throw new UsageError(`The bounds are four numbers, west,south,east,north, not \`${text}\`.`);
  if (west < -180 || east > 180 || south < -85 || north > 85)
    throw new UsageError('The bounds end at 180 degrees of longitude and 85 degrees of latitude.');
  const isAcross = west > east && east + 360 - west < WIDEST_ACROSS;
  if ((west >= east && !isAcross) || south >= north)
    throw new UsageError(
      'West must be less than east, and south less than north. Only a region on both sides of 180 degrees has a west above its east, such as 177,-21,-178,-12.',
    );
  return [west, south, isAcross ? east + 360 : east, north];
}

function readLanguages(text: string): Language[] {
  const codes = [...new Set(listOf(text.toLowerCase()))];
  const unknown = codes.find((code) => code !== 'en' && code !== 'fr');
  if (unknown !== undefined)
    throw new UsageError(
      `\`${unknown}\` is not en or fr, which have words for the interface. Later, \`npx atlas new locale ${unknown}\` adds a language.`,
    );
  return codes.length > 0 ? (codes as Language[]) : ['en'];
}
