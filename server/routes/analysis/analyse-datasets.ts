/** Analyses the datasets that a visitor may analyse, and describes the results. */
import type { AnalysisClass, AnalysisDataset, AnalysisSum } from 'atlas-engine';
import type { AnalysedClass, AnalysedDataset } from 'atlas-engine/http';
import { present } from 'atlas-engine/runtime';
import type { Asker } from '../../access/asker.ts';
import { shownTo, type AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { decide } from '../../access/policies.ts';
import { DeadlineExceeded } from '../../geometry/index.ts';
import type { Analysed, DatasetStore } from '../../store/store.ts';
import type { AnalysisArea } from '../geometries/analysis-area.ts';

export interface Analysis {
  readonly store: DatasetStore;
  readonly snapshot: AtlasSnapshot;
  readonly visitor: Asker;
  readonly area: AnalysisArea;
  /** A signal that is aborted when the client disconnects. */
  readonly gone: AbortSignal;
}

/** Maximum number of datasets analysed at the same time. The other threads are for other requests. */
const AT_ONCE = 2;

/** The part of the time limit in which a dataset must be done, before the slower ones have the rest. */
const FIRST_SHARE = 1 / 8;

/** A dataset that the visitor may analyse. */
interface Asked {
  readonly one: AnalysisDataset;
  /** The field whose values are counted; null for none. */
  readonly field: string | null;
  readonly sums: readonly AnalysisSum[];
  /** The fields that the visitor may see. */
  readonly fields: readonly string[];
}

/** What was found, with the name of the nearest feature. */
interface Found extends Analysed {
  readonly name: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns the results in the order of the snapshot; datasets of groups that the visitor may not view
 * follow, by their ids. A dataset that the visitor may not analyse leaves no trace. One that is not
 * done within the time limit of the tool is too slow, which does not affect the others.
 */
export async function analyseDatasets(analysis: Analysis): Promise<readonly AnalysedDataset[]> {
  const { snapshot } = analysis;
  const { timeout } = snapshot.analysis;
  const until = performance.now() + timeout;
  const asked = inOrder(analysis).flatMap((one): Asked[] => {
    const { access } = snapshot;
    const cut = decide(access, analysis.visitor, { dataset: one.dataset, use: 'analyse' });
    const isLoaded = snapshot.datasets.get(one.dataset)?.stored !== undefined;
    if (!cut.allow || !isLoaded) return [];
    const own = one.classes?.field;
    const field = own !== undefined && cut.fields.includes(own) ? own : null;
    // The labels of fields are of the group.
    const sums = isNamed(one, analysis.visitor)
      ? one.sums.filter((sum) => cut.fields.includes(sum.field))
      : [];
    return [{ one, field, sums, fields: cut.fields }];
  });
  const found = new Map<Asked, Found>();
  const analyseAll = (some: readonly Asked[], limit: number): Promise<unknown> => {
    const left = some.values();
    const work = async (): Promise<void> => {
      for (const each of left) {
        analysis.gone.throwIfAborted();
        const rest = until - performance.now();
        const done = rest > 0 && (await analyseOne(each, analysis, Math.min(limit, rest)));
        if (done) found.set(each, done);
      }
    };
    return Promise.all(Array.from({ length: AT_ONCE }, work));
  };
  await analyseAll(asked, FIRST_SHARE * timeout);
  await analyseAll(
    asked.filter((each) => !found.has(each)),
    timeout,
  );
  return asked.map((each) => describe(each, found.get(each) ?? null, analysis));
}

/** Analyses a dataset; null if it is not done within a time limit in milliseconds. */
async function analyseOne(
  asked: Asked,
  analysis: Analysis,
  timeout: number,
): Promise<Found | null> {
  const { dataset } = asked.one;
  const { geometry } = analysis.area;
  const sums = asked.sums.map(({ field }) => field);
  try {
    const found = await analysis.store.analyse({
      dataset,
      field: asked.field,
      sums,
      geometry,
      timeout,
    });
    const name = found.nearest ? await nameOf(found.nearest.id, asked, analysis) : undefined;
    return { ...found, name };
  } catch (error) {
    if (error instanceof DeadlineExceeded) return null;
    throw error;
  }
}

/** Returns the name of a feature in each language, if the visitor may see the group that names it. */
async function nameOf(
  id: number,
  { one, fields }: Asked,
  { store, visitor }: Analysis,
): Promise<Found['name']> {
  const { dataset, title } = one;
  const read = [...new Set(Object.values(title).flat())].filter((name) => fields.includes(name));
  if (!isNamed(one, visitor) || read.length === 0) return undefined;
  const properties = (await store.feature({ dataset, fields: read }, id))?.properties ?? {};
  const names = Object.entries(title).flatMap(([locale, order]) => {
    const values = order.map((field) => read.includes(field) && properties[field]);
    const name = values.find((value) => typeof value === 'string' && value !== '');
    return typeof name === 'string' ? [[locale, name] as const] : [];
  });
  return names.length > 0 ? Object.fromEntries(names) : undefined;
}

/** Returns the datasets in an order that does not depend on groups that the visitor may not view. */
function inOrder({ snapshot, visitor }: Analysis): readonly AnalysisDataset[] {
  const { datasets } = snapshot.analysis;
  const rest = datasets.filter((one) => !isNamed(one, visitor));
  return [
    ...datasets.filter((one) => isNamed(one, visitor)),
    ...rest.sort((a, b) => (a.dataset < b.dataset ? -1 : 1)),
  ];
}

/** Returns whether the visitor may view the group whose classes and labels the dataset has. */
function isNamed({ group }: AnalysisDataset, visitor: Asker): boolean {
  return group !== null && visitor.rank >= group.rank;
}

function describe(
  { one, sums }: Asked,
  found: Found | null,
  { snapshot, visitor, area }: Analysis,
): AnalysedDataset {
  const about = aboutOf(one, snapshot, visitor);
  if (found === null) return { ...about, state: 'too-slow' };
  const isPolygon = one.geometry === 'polygon';
  const { count, area: sum, length, covered, values, nearest, name } = found;
  const classes = isNamed(one, visitor) ? classesOf(one, values, sums) : [];
  const added = sums.flatMap(({ field, label, unit }, i) => {
    const sum = found.sums[i];
    return sum ? [present({ field, label, unit: unit ?? undefined, ...sum })] : [];
  });
  return {
    ...about,
    ...present({
      count,
      covered: isPolygon ? covered : undefined,
      share: isPolygon ? Math.min(1, covered / area.size) : undefined,
      sum: isPolygon ? sum : undefined,
      length: one.geometry === 'line' ? length : undefined,
      sums: added.length > 0 ? added : undefined,
      classes: classes.length > 0 ? classes : undefined,
      nearest: nearest?.metres,
      nearestName: name,
    }),
  };
}

/** Returns what the visitor may know about the dataset itself. */
function aboutOf(one: AnalysisDataset, { datasets }: AtlasSnapshot, visitor: Asker) {
  const { dataset, geometry, group, provider, date, isFirst } = one;
  const name = shownTo(datasets.get(dataset)!, visitor.rank).title;
  if (!isNamed(one, visitor)) return { dataset, geometry, name };
  return {
    dataset,
    geometry,
    name,
    ...present({
      group: group?.id,
      provider: provider ?? undefined,
      date: date ?? undefined,
      first: isFirst || undefined,
    }),
  };
}

/** Adds up the values of each class, largest first. */
function classesOf(
  one: AnalysisDataset,
  values: Analysed['values'],
  sums: readonly AnalysisSum[],
): AnalysedClass[] {
  const found = new Map<string, AnalysedClass>();
  for (const { value, count, area, length, sums: added } of values) {
    const drawn = classOf(one.classes, value);
    if (!drawn) continue;
    const { label, color } = drawn;
    const key = JSON.stringify(label);
    const before = found.get(key);
    found.set(
      key,
      present({
        label,
        color: color ?? undefined,
        count: (before?.count ?? 0) + count,
        area: one.geometry === 'polygon' ? (before?.area ?? 0) + area : undefined,
        length: one.geometry === 'line' ? (before?.length ?? 0) + length : undefined,
        sums: sums.length > 0 ? addSums(before?.sums, added, sums) : undefined,
      }),
    );
  }
  const size = ({ area, length }: AnalysedClass): number => area ?? length ?? 0;
  return [...found.values()].sort((a, b) => size(b) - size(a) || b.count - a.count);
}

/** Adds the sums of a value to those of its class. */
function addSums(
  before: AnalysedClass['sums'],
  added: Analysed['sums'],
  sums: readonly AnalysisSum[],
): NonNullable<AnalysedClass['sums']> {
  return Object.fromEntries(
    sums.map(({ field }, i) => [field, (before?.[field] ?? 0) + (added[i]?.value ?? 0)]),
  );
}

/** Returns the class of a value; null if it is not drawn. */
function classOf(classes: AnalysisDataset['classes'], value: unknown): AnalysisClass | null {
  if (!classes) return null;
  if (value === null || value === undefined) return classes.missing;
  return classes.values.find(([one]) => one === value)?.[1] ?? classes.others;
}
