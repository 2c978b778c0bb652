import type { AtlasModel } from 'atlas-engine';
import { UsageError } from '../../host/common/command.ts';
import { pick } from '../../host/config/valid-config.ts';
import type { Changes } from './changes.ts';
import { classesOf, fieldOfKinds, type Classes } from './choose-classes.ts';
import { classesEntry, serviceEntry } from './layer-entries.ts';
import type { FoundLayer, FoundSource, Origin } from './outside/found.ts';
import { placeOfAddress, type ServicePlace } from './outside/split-address.ts';
import { sourceEntry, sourceGroupEntry, type SourceParts } from './source-entries.ts';
import { toFill } from './texts-to-fill.ts';
import { OTHER_COLOR } from './palette.ts';

/** What the author says about the group of a source. */
export interface SourceOptions {
  readonly id: string;
  /** The new file of the configuration. */
  readonly file: string;
  /** The category of the group; null without a group. */
  readonly category: string | null;
  /** The level that the author names; undefined for none. */
  readonly permission: string | undefined;
  /** The field of the classes. */
  readonly classes: string | undefined;
}

/** Adds tiles or pictures with a group that draws them. Returns sentences for the author. */
export function addSource(
  changes: Changes,
  source: FoundSource,
  model: AtlasModel,
  options: SourceOptions,
): readonly string[] {
  const { id, file, category, permission } = options;
  const { origin } = source;
  requirePublic(origin, id, model.levels[0]!.id, permission);
  if ('data' in origin && origin.data.isOutside) changes.copy(origin.data.from, origin.data.file);
  const locales = model.locales.available;
  const place =
    'address' in origin ? placeOfAddress(origin.address, origin.root, { id, model }) : null;
  const parts: SourceParts = {
    id,
    source,
    place,
    ...('data' in origin && { file: origin.data.file }),
    classes: classesOfSource(source, locales, options),
    locales,
  };
  addService(changes, file, place);
  changes.add(file, ['sources'], sourceEntry(parts), 'tiles or pictures that browsers read');
  if (parts.classes && category !== null)
    changes.add(file, ['classes'], classesEntry(parts.classes), 'colours for any colour vision');
  if (category !== null) {
    const group = { ...parts, category };
    changes.add(file, ['groups'], sourceGroupEntry(group), 'an entry of the layer list');
  }
  return [
    ...wordsOf(source),
    ...source.notes,
    'Everyone may see it, because browsers read it directly.',
    ...(place ? [switchOf(place)] : []),
  ];
}

/** What browsers read directly cannot be restricted, and an archive is not published unasked. */
function requirePublic(
  origin: Origin,
  id: string,
  first: string,
  permission: string | undefined,
): void {
  if (permission === first) return;
  if ('data' in origin)
    throw new UsageError(
      `An archive is sent to everyone who opens the page. If everyone may see all of its data, add \`--permission ${first}\`. Otherwise make a dataset of them: \`ogr2ogr ${id}.gpkg ${origin.data.file.split('/').at(-1)}\`, then \`atlas new layer ${id}.gpkg\`.`,
    );
  if (permission !== undefined)
    throw new UsageError(
      `Browsers read tiles and pictures of another server directly, so they cannot be for \`${permission}\` only. Leave \`--permission\` out, or load the data as a dataset.`,
    );
}

/** Adds the service of an address, unless the atlas has it. */
export function addService(changes: Changes, file: string, place: ServicePlace | null): void {
  if (place?.address !== undefined)
    changes.add(file, ['services'], serviceEntry(place), 'another server');
}

/** Says how the service of an address is switched on. `isPrivate`: the server must connect to a private network. */
export function switchOf({ env, value, service, base }: ServicePlace, isPrivate = false): string {
  if (value !== 'on')
    return `The key of the address is not in the configuration. Switch the service \`${service}\` on with the whole address: \`${env}='${value}'\`.`;
  return isPrivate
    ? `The service \`${service}\` is off until a variable switches it on. It is in a private network, which needs the whole address: \`${env}='${base}'\`.`
    : `The service \`${service}\` is off until a variable switches it on: \`${env}=on\`.`;
}

function wordsOf({ layer, type }: FoundSource): readonly string[] {
  if (!layer) return [type === 'raster-dem' ? 'Tiles of elevations.' : 'Pictures.'];
  return [
    `Vector tiles with features of the layer \`${layer.name}\` (${layer.geometry}). Fields: ${layer.fields.length}.`,
    'Features of tiles have no popup. For popups, search and analysis, load the data as a dataset.',
  ];
}

function classesOfSource(
  { layer }: FoundSource,
  locales: readonly string[],
  { id, classes: wanted }: SourceOptions,
): Classes | null {
  if (!layer) {
    if (wanted === undefined) return null;
    throw new UsageError('Pictures have no fields, so `--classes` has no meaning here.');
  }
  const field = fieldOfClasses(layer, wanted);
  if (!field) return null;
  const classes = classesOf(field, `${id}-classes`, locales);
  // Other tiles may have other values.
  return classes.values && !classes.default
    ? { ...classes, default: { color: OTHER_COLOR, label: toFill('Other', locales) } }
    : classes;
}

function fieldOfClasses(
  { fields, name }: FoundLayer,
  wanted: string | undefined,
): FoundLayer['fields'][number] | undefined {
  if (wanted === undefined) return fieldOfKinds(fields);
  const field = pick(new Map(fields.map((each) => [each.name, each])), wanted, 'field');
  if (field.values?.length) return field;
  throw new UsageError(
    `No value of the field \`${wanted}\` was found in a tile of \`${name}\`. Leave \`--classes\` out, and write the classes by hand.`,
  );
}
