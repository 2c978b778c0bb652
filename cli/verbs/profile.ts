import {
  classesOf,
  nullMarkerOf,
  showsOf,
  type AtlasModel,
  type ClassList,
  type Dataset,
  type DatasetProfile,
  type FoundField,
} from 'atlas-engine';
import { frameOf } from '../../server/load/data-facts.ts';
import { repairText } from '../../server/load/repair-text.ts';
import { profileFeatures } from '../../server/load/profile-features.ts';
import { printResult, type CommandIo, type ExitCode } from '../../host/common/command.ts';
import { openValid, pick, type ValidConfig } from '../../host/config/valid-config.ts';

/**
 * Maximum number of values that are listed for a field, unless all are requested. The others are
 * counted.
 */
const MAX_VALUES = 40;

/** The range of milliseconds since 1970 for dates from 1973 to 2099. */
const EPOCH_MS = [1e11, 4.1e12] as const;

/**
 * Prints the features and fields found in the data of a dataset: kinds of geometry, bounds, types,
 * values with counts, nulls, classes. `all` prints every listed value.
 */
export async function profile(
  options: { readonly config: string; readonly dataset: string; readonly all: boolean },
  io: CommandIo,
): Promise<ExitCode> {
  const config = await openValid(options.config, io, { profile: true });
  if (!config) return 1;
  const { model } = config.atlas;
  const dataset = pick(model.datasets, options.dataset, 'dataset');
  const unreadable = config.facts.unreadable?.get(dataset.id);
  if (unreadable) {
    io.err(unreadable.reason);
    return 1;
  }
  const found = dataset.within
    ? await profileCut(dataset, config)
    : config.facts.profiles.get(dataset.id);
  if (!found) {
    io.err(
      dataset.geometry === 'raster'
        ? `The dataset \`${dataset.id}\` is a raster: there are no features to profile.`
        : `The data of \`${dataset.id}\` are unknown: they are read only by a load.`,
    );
    return 1;
  }
  const most = options.all ? Infinity : MAX_VALUES;
  printResult(io, { dataset: dataset.id, ...found }, () =>
    renderProfile(dataset, found, { model, most }),
  );
  return 0;
}

/** Profiles the features in a project's copy of a dataset; the check only counts them. */
async function profileCut(
  dataset: Dataset,
  { inputs, atlas }: ValidConfig,
): Promise<DatasetProfile | undefined> {
  const input = await inputs.of(dataset);
  if (input?.kind !== 'features') return undefined;
  return profileFeatures(dataset, input.features, frameOf(dataset, atlas.model));
}

interface Frame {
  readonly model: AtlasModel;
  /** Maximum number of values listed for a field. */
  readonly most: number;
}

function renderProfile(dataset: Dataset, found: DatasetProfile, frame: Frame): string {
  const names = [
    ...dataset.fields.keys(),
    ...Object.keys(found.fields)
      .filter((name) => !dataset.fields.has(name))
      .sort(),
  ];
  const lines = [`${dataset.id}: ${found.count} features`, ...placeLines(found)];
  for (const name of names) {
    const field = dataset.fields.get(name);
    const seen = found.fields[name];
    lines.push('', `${name}  ${field ? field.type : looks(seen)}`);
    if (!seen) {
      lines.push('  not in the data');
      continue;
    }
    const range = seen.min === undefined ? '' : `, from ${seen.min} to ${seen.max}`;
    const examples = found.data?.unreadExamples[name] ?? [];
    const such = examples.length > 0 ? ` (${examples.join('; ')})` : '';
    const unread = seen.unread > 0 ? `, ${seen.unread} unreadable${such}` : '';
    lines.push(`  ${seen.distinct} distinct, ${seen.nulls} null${unread}${range}`);
    lines.push(...hintLines(name, found, dataset));
    lines.push(...valueLines(seen, classListsFor(name, dataset, frame.model), frame.most));
  }
  return lines.join('\n');
}

/** Returns the warnings of the check about a field, with the fix. */
function hintLines(name: string, { fields, data }: DatasetProfile, { load }: Dataset): string[] {
  const seen = fields[name]!;
  const hints: string[] = [];
  const marker = nullMarkerOf(seen, data?.unreadExamples[name]);
  if (marker !== undefined)
    hints.push(
      `${marker} in every feature: add \`null-values: [${marker}]\`, or leave the field out.`,
    );
  const wrong = data?.misEncoded[name] ?? misEncodedIn(seen);
  const repair =
    load.kind === 'file' ? 'Add `repair: utf8-read-as-latin1` under `load:`, or save' : 'Save';
  if (wrong)
    hints.push(
      `${wrong.count} ${wrong.count === 1 ? 'text is' : 'texts are'} UTF-8 read as Latin-1, for example ${wrong.example}. ${repair} the data as UTF-8.`,
    );
  return hints.map((hint) => `  ! ${hint}`);
}

/** Counts the texts of an undeclared field that were read in the wrong encoding. */
function misEncodedIn({ values = [] }: FoundField): { count: number; example: string } | undefined {
  const wrong = values.filter(
    ([value]) => typeof value === 'string' && repairText(value) !== value,
  );
  const [first] = wrong;
  if (!first) return undefined;
  return { count: wrong.reduce((sum, [, count]) => sum + count, 0), example: String(first[0]) };
}

/** Returns the kinds of geometry with counts, and the bounding box. */
function placeLines({ data }: DatasetProfile): string[] {
  if (!data) return [];
  const { kinds, withoutGeometry = 0, bounds } = data;
  const counted = Object.entries(kinds).map(([kind, count]) => `${count} ${kind}`);
  const without = withoutGeometry > 0 ? [`${withoutGeometry} without geometry`] : [];
  return [
    `  geometry: ${[...counted, ...without].join(', ') || 'none'}`,
    ...(bounds
      ? [`  bounds: [${bounds.map((degrees) => Math.round(degrees * 1e4) / 1e4).join(', ')}]`]
      : []),
  ];
}

/** Describes a type that would fit an undeclared field. */
function looks(seen: FoundField | undefined): string {
  const type = seen?.type;
  const { min, max } = seen ?? {};
  const isTime = type === 'integer' && Number(min) >= EPOCH_MS[0] && Number(max) <= EPOCH_MS[1];
  const date = isTime ? ', or a date: `type: date, parse: [epoch-ms]`' : '';
  return `not declared${type ? `, looks like ${type}${date}` : ''}`;
}

function valueLines(seen: FoundField, lists: readonly ClassList[], most: number): string[] {
  const values = (seen.values ?? []).slice(0, most);
  // If nearly all values of a field are different, a few examples are enough.
  const few = seen.distinct > most && !lists.some(({ kind }) => kind === 'values');
  const shown = few ? values.slice(0, 5) : values;
  const lines = shown.map(([value, count]) => {
    const note = noteOf(value, lists);
    return `  ${String(count).padStart(8)}  ${shownValue(value)}${note ? `   <- ${note}` : ''}`;
  });
  const left = seen.distinct - shown.length;
  if (left === 0) return lines;
  const how = seen.values && most !== Infinity ? ' (`--all` prints them)' : '';
  return [...lines, `            … ${left} more${how}`];
}

/** Puts values with spaces at their ends in quotes, to make the spaces visible. */
function shownValue(value: string | number | boolean): string {
  const text = String(value);
  return text === text.trim() ? text : `'${text}'`;
}

/**
 * Describes how class lists treat a value that they do not contain. The result is empty if all
 * lists contain the value.
 */
function noteOf(value: string | number | boolean, lists: readonly ClassList[]): string {
  const notes = lists.flatMap((list) => {
    if (list.kind === 'ramp') return [];
    if (list.kind === 'steps')
      return Number(value) < list.steps[0]![0] ? ['below the first step'] : [];
    if (list.entries.some(({ values }) => values.some((each) => String(each) === String(value))))
      return [];
    return [list.default ? 'default' : 'no class'];
  });
  return [...new Set(notes)].join(', ');
}

function classListsFor(name: string, dataset: Dataset, model: AtlasModel): ClassList[] {
  const { groups, copies } = showsOf(model).get(dataset.id)!.at(-1)!;
  const lists = [...groups, ...copies]
    .flatMap(({ sublayers }) => sublayers)
    .flatMap((sublayer) => [...Object.values(sublayer.paint), ...Object.values(sublayer.layout)])
    .flatMap(classesOf)
    .filter(({ field }) => field === name)
    .map(({ classes }) => classes);
  return [...new Set(lists)];
}
