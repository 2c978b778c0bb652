import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import type { AtlasModel } from 'atlas-engine';
import { UsageError, type CommandIo, type ExitCode } from '../../host/common/command.ts';
import { openValid, pick } from '../../host/config/valid-config.ts';
import { Changes } from '../new/changes.ts';
import { classesOf, fieldOfKinds, rampOf, type Classes } from '../new/choose-classes.ts';
import { finish, type NewOptions } from '../new/finish.ts';
import { addService, addSource, switchOf } from '../new/add-source.ts';
import {
  classesEntry,
  datasetEntry,
  groupEntry,
  infoOf,
  type LayerParts,
} from '../new/layer-entries.ts';
import { findOutside } from '../new/outside/find-outside.ts';
import type { FoundDataset, Geometry } from '../new/outside/found.ts';
import { isPrivateHost } from '../new/outside/private-host.ts';
import { placeOfAddress, type ServicePlace } from '../new/outside/split-address.ts';
import { placeData } from '../new/place-data.ts';
import { survey, type Survey } from '../new/survey.ts';
import { KIND_COLORS } from '../new/palette.ts';
import { idOf, requireId } from '../new/texts-to-fill.ts';
import { levelOf } from './compile-options.ts';

/** Degrees of no coordinates. Data that repeat the world may be beyond 180. */
const MOST_LONGITUDE = 360;
const MOST_LATITUDE = 90;

export interface NewDataOptions extends NewOptions {
  /** The file of the data, or the address of a service. */
  readonly path: string;
  readonly id?: string;
  /** The layer of a GeoPackage, of vector tiles or of a service. */
  readonly layer?: string;
  /** The geometry of features in vector tiles. */
  readonly geometry?: Geometry;
  /** The field of the classes. */
  readonly classes?: string;
  readonly permission?: string;
  /** The category of the group. */
  readonly category?: string;
}

type DataOptions = NewDataOptions & { readonly group: boolean };

/**
 * Adds a dataset with the classes of its values, or a source of tiles or pictures. With `group`, also
 * adds a group that draws it.
 */
export async function newLayer(options: DataOptions, io: CommandIo): Promise<ExitCode> {
  if (options.id !== undefined) requireId(options.id);
  const config = await openValid(options.config, io);
  if (!config) return 1;
  const scratch = await mkdtemp(join(tmpdir(), 'atlas-new-'));
  try {
    const { model } = config.atlas;
    const changes = new Changes(config.folder);
    const { id, notes } = await addFound(changes, model, { ...options, scratch });
    return await finish(changes, { id, notes, options }, io);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Adds what is at a path or address. Returns its id, and sentences for the author. */
async function addFound(
  changes: Changes,
  model: AtlasModel,
  options: DataOptions & { readonly scratch: string },
): Promise<{ readonly id: string; readonly notes: readonly string[] }> {
  const heading = options.group ? categoryOf(options, model) : null;
  const outside = await findOutside(options);
  if (options.geometry !== undefined && !(outside?.kind === 'source' && outside.layer))
    throw new UsageError('`--geometry` is for vector tiles only. Leave it out.');
  if (!outside) return addFile(changes, model, { ...options, heading });
  const id = options.id ?? idOf(outside.name);
  const file = newFile(changes, id);
  if (outside.kind === 'dataset')
    return addFeatures(changes, outside, model, { ...options, id, heading });
  const permission =
    options.permission === undefined ? undefined : levelOf(model, options.permission).id;
  const { classes } = options;
  return {
    id,
    notes: addSource(changes, outside, model, {
      id,
      file,
      category: heading,
      permission,
      classes,
    }),
  };
}

/** Adds the data of a file. */
async function addFile(
  changes: Changes,
  model: AtlasModel,
  options: DataOptions & { readonly scratch: string; readonly heading: string | null },
): Promise<{ readonly id: string; readonly notes: readonly string[] }> {
  const data = await placeData(options.path, options);
  const found = await survey(data.from, options.layer);
  requireDegrees(found, data.file);
  const id = options.id ?? idOf(basename(data.file, extname(data.file)));
  if (data.isOutside) changes.copy(data.from, data.file);
  const parts: LayerParts = {
    id,
    load: { file: data.file, ...(found.geometry === 'raster' ? {} : found.load) },
    survey: found,
    classes: chooseClasses(found, `${id}-classes`, options, model),
    color: KIND_COLORS.find((color) => !changes.mentions(color)),
    ...accessOf(options, model),
  };
  addLayer(changes, parts, options.heading, null);
  return { id, notes: notesOf(parts) };
}

/** Throws `UsageError` for coordinates that are no degrees, such as the metres of a projection. */
function requireDegrees(found: Survey, file: string): void {
  if (found.geometry === 'raster' || !found.bounds) return;
  const [west, south, east, north] = found.bounds;
  if (Math.max(-west, east) <= MOST_LONGITUDE && Math.max(-south, north) <= MOST_LATITUDE) return;
  const made = `${basename(file, extname(file))}-wgs84.geojson`;
  throw new UsageError(
    [
      `The coordinates of \`${file}\` are not longitudes and latitudes in degrees: they reach from ${west}, ${south} to ${east}, ${north}.`,
      'Convert the file, with the reference system that QGIS shows in the properties of the layer:',
      `\`ogr2ogr -s_srs EPSG:… -t_srs EPSG:4326 ${made} ${basename(file)}\`.`,
    ].join(' '),
  );
}

/** Adds features that the server loads from a service. */
async function addFeatures(
  changes: Changes,
  found: FoundDataset,
  model: AtlasModel,
  options: DataOptions & { readonly id: string; readonly heading: string | null },
): Promise<{ readonly id: string; readonly notes: readonly string[] }> {
  const { id, heading } = options;
  const { title, color, key, titleField } = found;
  const { address, root } = found.origin;
  const place = placeOfAddress(address, root, { id, model });
  const access = accessOf(options, model);
  const info = infoOf(found, access.locales);
  const parts: LayerParts = {
    id,
    title,
    load: { service: place.service, path: place.path, format: 'esri-json' },
    survey: found.survey,
    classes: found.classes(`${id}-classes`, access.locales),
    ...(info && { info }),
    ...(color !== undefined && { color }),
    ...(key !== undefined && { key }),
    ...(titleField !== undefined && { titleField }),
    ...access,
  };
  addLayer(changes, parts, heading, place);
  const [, ...notes] = notesOf(parts);
  const { geometry, fields } = found.survey;
  return {
    id,
    notes: [
      `Features (${geometry}). Fields: ${fields.length}.`,
      ...notes,
      ...found.notes,
      switchOf(place, await isPrivateHost(address)),
    ],
  };
}

/** Data are for the strictest level unless the author says otherwise. */
function accessOf(
  { permission }: NewDataOptions,
  model: AtlasModel,
): Pick<LayerParts, 'locales' | 'level' | 'levels'> {
  return {
    locales: model.locales.available,
    level: permission === undefined ? model.levels.at(-1)!.id : levelOf(model, permission).id,
    levels: model.levels.map((level) => level.id),
  };
}

const FILE_NOTE = `# The texts are the names in the data, the same in every language: correct and translate them.
# \`atlas explain dataset.fields\` explains a key, \`atlas check\` finds mistakes.
`;

/** Begins the file of new entries, and returns its path. */
function newFile(changes: Changes, id: string): string {
  const file = `added/${id}.yaml`;
  if (changes.textOf(file) !== undefined)
    throw new UsageError(`There is a file \`${file}\` already. Choose another id with \`--id\`.`);
  changes.write(file, FILE_NOTE);
  return file;
}

/** Adds the entries of a layer to a file of their own. */
function addLayer(
  changes: Changes,
  parts: LayerParts,
  category: string | null,
  place: ServicePlace | null,
): void {
  const file = place ? `added/${parts.id}.yaml` : newFile(changes, parts.id);
  addService(changes, file, place);
  changes.add(file, ['datasets'], datasetEntry(parts), 'the data, and who may see them');
  const colors = place ? 'as the service states them' : 'colours for any colour vision';
  if (parts.classes) changes.add(file, ['classes'], classesEntry(parts.classes), colors);
  if (category !== null)
    changes.add(file, ['groups'], groupEntry({ ...parts, category }), 'an entry of the layer list');
}

function chooseClasses(
  found: Survey,
  id: string,
  { classes: wanted }: NewDataOptions,
  { locales }: AtlasModel,
): Classes | null {
  if (found.geometry === 'raster') return rampOf(found, id);
  const byName = new Map(found.fields.map((field) => [field.name, field]));
  const field = wanted === undefined ? fieldOfKinds(found.fields) : pick(byName, wanted, 'field');
  if (wanted !== undefined && !field?.values?.length)
    throw new UsageError(`The field \`${wanted}\` has no values, or too many, for classes.`);
  return field ? classesOf(field, id, locales.available) : null;
}

function categoryOf({ category }: NewDataOptions, { categories }: AtlasModel): string {
  const byId = new Map(categories.map((each) => [each.id, each]));
  return category === undefined ? categories[0]!.id : pick(byId, category, 'category').id;
}

/** Says what was found in the data, and who may see them. */
function notesOf({ survey: found, classes, level, levels }: LayerParts): readonly string[] {
  const first = levels[0]!;
  return [
    ...(found.geometry === 'raster'
      ? [`A raster with values from ${found.range.join(' to ')}.`]
      : [
          `Features (${found.geometry}): ${found.count}. Fields: ${found.fields.length}.`,
          ...(found.others > 0
            ? [
                `${found.others} features have another kind of geometry and are not loaded: save them as a file of their own.`,
              ]
            : []),
        ]),
    ...(classes?.field === undefined
      ? []
      : [`Its classes are the values of \`${classes.field}\`.`]),
    ...(level === first
      ? []
      : [`Only \`${level}\` may see it. \`--permission ${first}\` opens it to everyone.`]),
  ];
}
