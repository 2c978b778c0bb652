import { classesOf } from '../../engine/bundle/compile-filter.ts';
import type {
  AtlasModel,
  ClassList,
  Dataset,
  DatasetProfile,
  FoundField,
} from '../../engine/index.ts';
import { frameOf } from '../../server/load/data-facts.ts';
import { profileFeatures } from '../../server/load/profile-features.ts';
import type { CommandIo, ExitCode } from './command.ts';
import { openSound, pick, type SoundConfig } from './sound-config.ts';

/** Values listed for a field; the rest is counted. */
const MAX_VALUES = 40;

/** Prints the fields of a dataset as found in its data: types, values with counts, nulls, classes. */
export async function profile(
  options: { readonly config: string; readonly dataset: string },
  io: CommandIo,
): Promise<ExitCode> {
  const config = await openSound(options.config, io, { profile: true });
  if (!config) return 1;
  const { model } = config.atlas;
  const dataset = pick(model.datasets, options.dataset, 'dataset');
  const reason = config.facts.unreadable?.get(dataset.id);
  if (reason !== undefined) {
    io.err(reason);
    return 1;
  }
  const found = dataset.cut
    ? await profileCut(dataset, config)
    : config.facts.profiles.get(dataset.id);
  if (!found) {
    io.err(
      dataset.geometry === 'raster'
        ? `The dataset \`${dataset.id}\` is a raster: there are no features to profile.`
        : `Nothing is known of the data of \`${dataset.id}\`: they are not read before a load.`,
    );
    return 1;
  }
  io.out(renderProfile(dataset, found, model));
  return 0;
}

/** What lies inside a cut is looked at here; the check counts it only. */
async function profileCut(
  dataset: Dataset,
  { inputs, atlas }: SoundConfig,
): Promise<DatasetProfile | undefined> {
  const input = await inputs.of(dataset);
  if (input?.kind !== 'features') return undefined;
  return profileFeatures(dataset, input.features, frameOf(dataset, atlas.model));
}

function renderProfile(dataset: Dataset, found: DatasetProfile, model: AtlasModel): string {
  const names = [
    ...dataset.fields.keys(),
    ...Object.keys(found.fields)
      .filter((name) => !dataset.fields.has(name))
      .sort(),
  ];
  const lines = [`${dataset.id}: ${found.count} features`];
  for (const name of names) {
    const field = dataset.fields.get(name);
    const seen = found.fields[name];
    lines.push(
      '',
      `${name}  ${field ? field.type : `not declared${seen?.type ? `, looks like ${seen.type}` : ''}`}`,
    );
    if (!seen) {
      lines.push('  not in the data');
      continue;
    }
    const range = seen.min === undefined ? '' : `, from ${seen.min} to ${seen.max}`;
    const examples = found.data?.unreadExamples[name] ?? [];
    const such = examples.length > 0 ? ` (${examples.join('; ')})` : '';
    const unread = seen.unread > 0 ? `, ${seen.unread} unreadable${such}` : '';
    lines.push(`  ${seen.distinct} distinct, ${seen.nulls} null${unread}${range}`);
    lines.push(...valueLines(name, dataset, seen, model));
  }
  return lines.join('\n');
}

function valueLines(name: string, dataset: Dataset, seen: FoundField, model: AtlasModel): string[] {
  const lists = classListsFor(name, dataset, model);
  const covered = new Set(
    lists.flatMap((list) =>
      list.kind === 'values' ? list.entries.flatMap((entry) => entry.values.map(String)) : [],
    ),
  );
  const values = (seen.values ?? []).slice(0, MAX_VALUES);
  // A field whose values hardly repeat is no enumeration: a few examples say enough.
  const shown = seen.distinct > MAX_VALUES && lists.length === 0 ? values.slice(0, 5) : values;
  const lines = shown.map(
    ([value, count]) =>
      `  ${String(count).padStart(8)}  ${value}${lists.length > 0 && !covered.has(String(value)) ? '   <- no class' : ''}`,
  );
  return seen.distinct > shown.length
    ? [...lines, `            … ${seen.distinct - shown.length} more`]
    : lines;
}

function classListsFor(name: string, dataset: Dataset, model: AtlasModel): ClassList[] {
  const lists = model.groups
    .flatMap((group) => group.sublayers)
    .filter(({ source }) => source.kind === 'dataset' && source.dataset.id === dataset.id)
    .flatMap((sublayer) => [...Object.values(sublayer.paint), ...Object.values(sublayer.layout)])
    .flatMap(classesOf)
    .filter(({ field }) => field === name)
    .map(({ classes }) => classes);
  return [...new Set(lists)];
}
