/** Analyses the datasets that a visitor may analyse, and describes the results. */
import type { AnalysisClass, AnalysisDataset } from 'atlas-engine';
import { present } from 'atlas-engine/runtime';
import type { Geometry } from 'geojson';
import type { Asker } from '../../access/asker.ts';
import type { AtlasSnapshot } from '../../access/atlas-snapshot.ts';
import { decide } from '../../access/policies.ts';
import { DeadlineExceeded } from '../../geometry/index.ts';
import type { Analysed, DatasetStore } from '../../store/store.ts';

/** Areas are in m², distances in m, shares 0 to 1. Texts are in all languages of the atlas. */
export interface DatasetResult {
  readonly dataset: string;
  /** The group that shows the dataset. */
  readonly group?: string;
  readonly name: Readonly<Record<string, string>>;
  /** What distinguishes the datasets of one group, such as the country. */
  readonly part?: Readonly<Record<string, string>>;
  /** Who provides the data. */
  readonly provider?: Readonly<Record<string, string>>;
  /** The date of the data: a year, a month or a day (ISO 8601). */
  readonly date?: string;
  /** True for the communities, which come first. */
  readonly first?: true;
  readonly geometry: 'point' | 'line' | 'polygon';
  readonly count: number;
  /** Only of polygons: the land that they cover, counted once, and its share of the area. */
  readonly covered?: number;
  readonly share?: number;
  /** Only of polygons: the sum, in which overlapping land counts for each feature. */
  readonly sum?: number;
  readonly classes?: readonly ClassResult[];
  /** Without features inside: the distance to the nearest one. */
  readonly nearest?: number;
}

interface ClassResult {
  readonly label: Readonly<Record<string, string>>;
  readonly color?: string;
  readonly count: number;
  readonly area?: number;
}

export interface Analysis {
  readonly store: DatasetStore;
  readonly snapshot: AtlasSnapshot;
  readonly asker: Asker;
  readonly geometry: Geometry;
  /** Area of the geometry in m². */
  readonly area: number;
}

/** Maximum number of datasets analysed at the same time. The other threads are for other requests. */
const AT_ONCE = 2;

/**
 * Returns the results in the order of the snapshot; datasets of groups that the visitor may not view
 * follow, by their ids. A dataset that the visitor may not analyse leaves no trace. Throws `DeadlineExceeded` after the time limit of the tool.
 */
export async function analyseDatasets(analysis: Analysis): Promise<readonly DatasetResult[]> {
  const { snapshot } = analysis;
  const until = performance.now() + snapshot.analysis.timeout;
  const asked = inOrder(analysis).flatMap((one) => {
    const { access } = snapshot;
    const cut = decide(access, analysis.asker, { dataset: one.dataset, use: 'analyse' });
    const isLoaded = snapshot.datasets.get(one.dataset)?.stored !== undefined;
    return cut.allow && isLoaded ? [{ one, fields: cut.fields }] : [];
  });
  const results: DatasetResult[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let place = next++; place < asked.length; place = next++) {
      const { one, fields } = asked[place]!;
      const timeout = until - performance.now();
      if (timeout <= 0) throw new DeadlineExceeded();
      const own = one.classes?.field;
      const field = own !== undefined && fields.includes(own) ? own : null;
      const { dataset } = one;
      const { geometry } = analysis;
      const found = await analysis.store.analyse({ dataset, field, geometry, timeout });
      results[place] = describe(one, found, analysis);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

/** Returns the datasets in an order that does not depend on groups that the visitor may not view. */
function inOrder({ snapshot, asker }: Analysis): readonly AnalysisDataset[] {
  const { datasets } = snapshot.analysis;
  const rest = datasets.filter((one) => !isNamed(one, asker));
  return [
    ...datasets.filter((one) => isNamed(one, asker)),
    ...rest.sort((a, b) => (a.dataset < b.dataset ? -1 : 1)),
  ];
}

/** Returns whether the visitor may view the group whose name and classes the dataset has. */
function isNamed({ group }: AnalysisDataset, asker: Asker): boolean {
  return group !== null && asker.rank >= group.rank;
}

function describe(
  one: AnalysisDataset,
  { count, area: sum, covered, values, nearest }: Analysed,
  { asker, area }: Analysis,
): DatasetResult {
  const named = isNamed(one, asker);
  const isPolygon = one.geometry === 'polygon';
  const classes = named ? classesOf(one, values) : [];
  return present({
    dataset: one.dataset,
    group: named ? one.group?.id : undefined,
    name: named ? one.name : one.plainName,
    part: named ? (one.part ?? undefined) : undefined,
    provider: named ? (one.provider ?? undefined) : undefined,
    date: named ? (one.date ?? undefined) : undefined,
    first: (named && one.isFirst) || undefined,
    geometry: one.geometry,
    count,
    covered: isPolygon ? covered : undefined,
    share: isPolygon ? Math.min(1, covered / area) : undefined,
    sum: isPolygon ? sum : undefined,
    classes: classes.length > 0 ? classes : undefined,
    nearest: nearest ?? undefined,
  });
}

/** Adds up the values of each class, largest first. */
function classesOf(one: AnalysisDataset, values: Analysed['values']): ClassResult[] {
  const found = new Map<string, ClassResult>();
  for (const { value, count, area } of values) {
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
      }),
    );
  }
  return [...found.values()].sort((a, b) => (b.area ?? 0) - (a.area ?? 0) || b.count - a.count);
}

/** Returns the class of a value; null if it is not drawn. */
function classOf(classes: AnalysisDataset['classes'], value: unknown): AnalysisClass | null {
  if (!classes) return null;
  if (value === null || value === undefined) return classes.missing;
  return classes.values.find(([one]) => one === value)?.[1] ?? classes.others;
}
