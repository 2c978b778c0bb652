import { classesOf, type AtlasModel, type Change, type Dataset } from 'atlas-engine';
import { UnreadableData } from 'atlas-engine/readers';
import { normalise } from '../../server/geometry/repair.ts';
import { encodeGeometry, type PackedGeometry } from '../../server/geometry/packed.ts';
import { digestOf, type LoadInput } from '../../server/load/load-input.ts';
import { featureNamer } from '../../server/load/name-feature.ts';
import { FeatureReader } from '../../server/load/read-feature.ts';
import { RefusedRecord } from '../../server/load/refused-record.ts';
import type { ValidConfig } from '../../host/config/valid-config.ts';

/** How many features of each kind of change are named. */
const NAMED = 5;

/**
 * Returns what differs in the data of datasets that both versions have: features that are new, gone
 * or changed, shapes that a load repairs now, and classes that have no feature any more. Features
 * are the same if they have the same key; without a key, if they are equal. Data of services and
 * rasters, whose pixels have no names, are compared as a whole.
 */
export async function compareData(before: ValidConfig, after: ValidConfig): Promise<Change[]> {
  const changes: Change[] = [];
  for (const now of after.atlas.model.datasets.values()) {
    const old = before.atlas.model.datasets.get(now.id);
    if (!old || now.within || now.load.kind === 'service' || old.load.kind === 'service') continue;
    changes.push(...(await compareDataset([before, old], [after, now])));
  }
  return changes;
}

type Side = readonly [config: ValidConfig, dataset: Dataset];

async function compareDataset(before: Side, after: Side): Promise<Change[]> {
  const thing = { kind: 'dataset', id: after[1].id };
  const data = (text: string): Change => ({ kind: 'data', thing, text });
  const [old, now] = [await inputOf(before), await inputOf(after)];
  if (typeof old === 'string' || typeof now === 'string')
    return old === now
      ? []
      : [
          data(
            typeof now === 'string'
              ? `Its data cannot be read: ${now}`
              : 'Its data can be read now.',
          ),
        ];
  if (isSameInput(before[1], after[1]) && old?.digest === now?.digest) return [];
  if (old?.kind !== 'features' || now?.kind !== 'features')
    return old?.digest === now?.digest ? [] : [data('Its data are others.')];
  const [had, has] = [await survey(before, old), await survey(after, now)];
  return [...wordFeatures(had, has).map(data), ...emptyClasses(after, had, has).map(data)];
}

async function inputOf([{ inputs }, dataset]: Side): Promise<LoadInput | null | string> {
  try {
    return await inputs.of(dataset);
  } catch (error) {
    if (error instanceof UnreadableData) return error.message;
    throw error;
  }
}

/** Returns whether the same file gives the same features to both. */
function isSameInput(old: Dataset, now: Dataset): boolean {
  const readBy = ({ key, only, fields, geometry, load }: Dataset): string =>
    JSON.stringify([
      { ...load, file: '' },
      key,
      only,
      geometry,
      [...fields.values()].map(({ name, type, parse, nullValues }) => [
        name,
        type,
        parse,
        nullValues,
      ]),
    ]);
  return readBy(old) === readBy(now);
}

/** The features of a dataset. */
interface Survey {
  readonly hasKey: boolean;
  /** By key, or by digest and number without one. */
  readonly features: ReadonlyMap<string, { readonly digest: string; readonly name: string }>;
  /** Names of the features whose shape a load repairs, by their key. */
  readonly repaired: ReadonlyMap<string, string>;
  /** The values of the fields, as texts. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
}

async function survey(
  [, dataset]: Side,
  { features: read }: LoadInput & { readonly kind: 'features' },
): Promise<Survey> {
  const reader = new FeatureReader(dataset);
  const nameOf = featureNamer(dataset);
  const names = [...dataset.fields.keys()];
  const features = new Map<string, { digest: string; name: string }>();
  const repaired = new Map<string, string>();
  const values = new Map(names.map((name) => [name, new Set<string>()]));
  let index = 0;
  for await (const raw of read) {
    const place = index++;
    if (raw instanceof RefusedRecord) continue;
    const feature = reader.read(raw);
    if (feature === null || !reader.passesOnly(feature)) continue;
    names.forEach((name, at) => values.get(name)!.add(String(feature.values[at])));
    const shape = normalise(feature.geometry, dataset.geometry as PackedGeometry['kind']);
    const digest = digestOf(JSON.stringify(feature.values), bytesOf(shape, feature.geometry));
    const key = dataset.key === null ? null : reader.valueOf(feature, dataset.key);
    const id = unusedId(key === null ? `= ${digest}` : String(key), features);
    const name = nameOf(place, feature).name ?? `feature ${place + 1}`;
    features.set(id, { digest, name });
    if ('geometry' in shape && shape.repaired === 'made-valid') repaired.set(id, name);
  }
  return { hasKey: dataset.key !== null, features, repaired, values };
}

/** Returns a shape as it is stored: formats write the rings of the same polygon in either direction. */
function bytesOf(shape: ReturnType<typeof normalise>, raw: unknown): string | Uint8Array {
  return 'geometry' in shape ? encodeGeometry(shape.geometry) : JSON.stringify(raw);
}

/** Features with the same key differ by their order. */
function unusedId(id: string, known: ReadonlyMap<string, unknown>): string {
  let free = id;
  for (let twin = 2; known.has(free); twin++) free = `${id} ${twin}`;
  return free;
}

function wordFeatures(had: Survey, has: Survey): string[] {
  const added = [...has.features].filter(([id]) => !had.features.has(id));
  const gone = [...had.features].filter(([id]) => !has.features.has(id));
  const changed = [...has.features].filter(([id, { digest }]) => {
    const old = had.features.get(id);
    return old !== undefined && old.digest !== digest;
  });
  const repaired = [...has.repaired].filter(([id]) => !had.repaired.has(id));
  const named = (all: readonly (readonly [string, { readonly name: string }])[]): string =>
    listed(all.map(([, { name }]) => name));
  return [
    ...(added.length > 0 ? [`${count(added.length)} new: ${named(added)}.`] : []),
    ...(gone.length > 0 ? [`${count(gone.length)} gone: ${named(gone)}.`] : []),
    ...(changed.length > 0 ? [`${count(changed.length)} changed: ${named(changed)}.`] : []),
    ...(repaired.length > 0
      ? [`A load repairs the shape of ${listed(repaired.map(([, name]) => name))} now.`]
      : []),
  ];
}

function count(features: number): string {
  return features === 1 ? '1 feature is' : `${features} features are`;
}

function listed(names: readonly string[]): string {
  const first = names
    .slice(0, NAMED)
    .map((name) => `“${name}”`)
    .join(', ');
  return names.length > NAMED ? `${first} and ${names.length - NAMED} more` : first;
}

/** Returns a sentence for each class of the map that had features and has none now. */
function emptyClasses([{ atlas }, dataset]: Side, had: Survey, has: Survey): string[] {
  const isThere = ({ values }: Survey, field: string, spellings: readonly unknown[]): boolean =>
    spellings.some((spelling) => values.get(field)?.has(String(spelling)));
  const language = atlas.model.locales.default;
  const texts = listsOf(atlas.model, dataset).flatMap(({ classes, field }) =>
    classes.kind === 'values'
      ? classes.entries
          .filter(({ values }) => isThere(had, field, values) && !isThere(has, field, values))
          .map(
            ({ label }) =>
              `No feature has the class “${label[language]}” of \`${classes.id}\` any more.`,
          )
      : [],
  );
  return [...new Set(texts)];
}

function listsOf({ groups }: AtlasModel, dataset: Dataset): ReturnType<typeof classesOf> {
  return groups
    .flatMap(({ sublayers }) => sublayers)
    .filter(({ source }) => source.kind === 'dataset' && source.dataset.id === dataset.id)
    .flatMap((sublayer) => [...Object.values(sublayer.paint), ...Object.values(sublayer.layout)])
    .flatMap(classesOf);
}
