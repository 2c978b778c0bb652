import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { sidesOf, within, writtenBounds, type Bounds } from '../geography/geometry.ts';
import { atlasFiles, type Plan } from './atlas-files.ts';
import { boxOf, countriesIn, cutBaseMap, type Feature } from './cut-base-map.ts';
import { installPackages } from './install-packages.ts';
import { projectFiles, PROVENANCE } from './project-files.ts';
import { HELP, readAnswers, UsageError, type Answers, type Ask } from './read-answers.ts';
import {
  readCountries,
  readTowns,
  readWaters,
  worldFile,
  type WorldCountries,
} from './read-world.ts';

/** The release of `atlas-server` that this release makes atlases for. */
const SERVER = '0.1.0';
/** Most towns in the dataset. */
const MOST_TOWNS = 300;

/** Where the command prints and asks. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly ask: Ask;
}

/** Runs the command; returns its exit code: 1 if it failed, 2 for wrong use. */
export async function create(args: readonly string[], io: Io): Promise<0 | 1 | 2> {
  try {
    const answers = await readAnswers(args, io.ask);
    if (answers === null) {
      io.out(HELP);
      return 0;
    }
    return make(answers, io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.err(error.message);
    return 2;
  }
}

function make(answers: Answers, io: Io): 0 | 1 {
  const { out, title, languages, server } = answers;
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new UsageError(`${out} is not empty. Nothing was written.`);
  if (server !== null && !existsSync(server)) throw new UsageError(`There is no file ${server}.`);
  const world = readCountries();
  const region = regionOf(answers, world, io);
  const codes = new Set(region.countries.map(({ iso2 }) => iso2));
  const towns = readTowns()
    .filter(
      ({ iso2, at }) => codes.has(iso2) && sidesOf(region.bounds).some((side) => within(at, side)),
    )
    .slice(0, MOST_TOWNS);
  const plan: Plan = { id: idOf(basename(resolve(out))), title, languages, towns, ...region };
  const packed = server === null ? null : `packages/${basename(server)}`;
  const iso3 = region.countries.map((country) => country.iso3);
  const { base, names } = cutBaseMap(world, readWaters(), { bounds: region.bounds, iso3 });
  const files = {
    ...projectFiles({ id: plan.id, title, server: packed === null ? SERVER : `file:${packed}` }),
    ...inFolder('atlas.config', atlasFiles(plan)),
    ...inFolder('atlas.config/data/base', {
      'PROVENANCE.md': PROVENANCE,
      'base.geojson': collection(base),
      'names.geojson': collection(names),
    }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  }
  copyFileSync(worldFile('relief.pmtiles'), join(out, 'atlas.config/data/base/relief.pmtiles'));
  if (server !== null && packed !== null) {
    mkdirSync(join(out, 'packages'));
    copyFileSync(server, join(out, packed));
  }
  const countries = region.countries.map(({ name }) => name[languages[0]!]).join(', ');
  io.out(
    `Written: ${out} (${countries}; bounds ${writtenBounds(region.bounds)}; ${towns.length} towns)`,
  );
  return install(answers, io);
}

/** Returns the bounds and the countries of the region: each follows from the other. */
function regionOf(
  { countries: codes, bounds: given }: Answers,
  world: WorldCountries,
  io: Io,
): Pick<Plan, 'bounds' | 'countries'> {
  const unknown = codes.find((code) => !world.countries.some(({ iso3 }) => iso3 === code));
  if (unknown !== undefined)
    throw new UsageError(`\`${unknown}\` is not a three-letter code of a country (ISO 3166).`);
  const chosen = world.countries.filter(({ iso3 }) => codes.includes(iso3));
  if (given === null) {
    const { bounds, isCut } = boxOf(world, codes);
    if (isCut) io.err('Parts far away are left out. --bounds chooses another box.');
    return { bounds: clamp(bounds), countries: chosen };
  }
  const found = countriesIn(world, given);
  const countries = found.filter((country) => chosen.length === 0 || chosen.includes(country));
  if (countries.length === 0)
    throw new UsageError('No land of these countries is in the bounds. Nothing was written.');
  return { bounds: given, countries };
}

/** Web Mercator ends at 85 degrees. */
const clamp = ([west, south, east, north]: Bounds): Bounds => [
  Math.max(-180, west),
  Math.max(-85, south),
  // A region that crosses 180 degrees has its east above it.
  west < 0 ? Math.min(180, east) : east,
  Math.min(85, north),
];

/** Returns an id of the layer language for the name of a folder. */
function idOf(name: string): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const id = words.join('-');
  return /^[a-z]/.test(id) ? id : `atlas-${id}`.replace(/-$/, '');
}

const collection = (features: readonly Feature[]): string =>
  JSON.stringify({ type: 'FeatureCollection', features });

const inFolder = (
  folder: string,
  files: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

function install({ out, server, install: wanted }: Answers, io: Io): 0 | 1 {
  const go = `cd ${relative('.', out) || '.'} && `;
  if (server === null)
    io.err(
      `No registry has atlas-server ${SERVER} yet. Pack it in a checkout (\`npm pack\`), and before the first start run:\n  ${go}npm install …/atlas-server-${SERVER}.tgz`,
    );
  const runs = wanted && server !== null;
  if (runs && !installPackages(out)) {
    io.err(`npm could not install the packages. The atlas is complete; run:\n  ${go}npm install`);
    return 1;
  }
  io.out(
    `The atlas at http://localhost:4000:\n  ${go}${runs || server === null ? '' : 'npm install && '}npm start`,
  );
  return 0;
}
