/**
 * What is read of the geometries that clients send. Parsing, checking and measuring take time that
 * grows with the geometry, so all of it is done here, in a thread for long ones.
 */
import { checkArea, type AreaDecision, type AreaRules } from '../../downloads/check-area.ts';
import { parseWkt } from '../../geometry/index.ts';
import { toQuery, type QueryGeometry, type QueryShape } from '../../store/query-geometry.ts';
import { readAnalysisArea, type AnalysisArea } from './analysis-area.ts';
import { readNearShape } from './near-shape.ts';

/** A value, or a sentence for people about what is wrong with the geometry. */
export type Read<T> = { readonly ok: T } | { readonly fault: string };

/** The area of a download as well-known text, and what it must respect. */
interface DownloadArea {
  readonly text: string;
  readonly rules: AreaRules;
}

/** What is read, by kind. */
const GEOMETRY_TASKS = {
  /** The well-known text of a search. */
  search: (text: string): Read<QueryGeometry> => {
    const parsed = parseWkt(text);
    return 'ok' in parsed ? { ok: toQuery(parsed.ok) } : { fault: parsed.message };
  },
  /** The body of an analysis. */
  analysis: (body: Uint8Array): Read<AnalysisArea> => readAnalysisArea(body),
  /** The body of a question about what is near. */
  near: (body: Uint8Array): Read<QueryShape> => readNearShape(body),
  download: ({ text, rules }: DownloadArea): AreaDecision => checkArea(parseWkt(text), rules),
} as const;

type Tasks = typeof GEOMETRY_TASKS;

export type GeometryTaskKind = keyof Tasks;
export type GeometryInput<K extends GeometryTaskKind> = Parameters<Tasks[K]>[0];
export type GeometryResult<K extends GeometryTaskKind> = ReturnType<Tasks[K]>;

/** A message to the thread. */
export interface GeometryTask<K extends GeometryTaskKind = GeometryTaskKind> {
  readonly kind: K;
  readonly input: GeometryInput<K>;
}

/** Runs a task in this thread. */
export function runGeometryTask<K extends GeometryTaskKind>({
  kind,
  input,
}: GeometryTask<K>): GeometryResult<K> {
  const run = GEOMETRY_TASKS[kind] as (input: GeometryInput<K>) => GeometryResult<K>;
  return run(input);
}
