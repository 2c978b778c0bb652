/** What the main thread of a page did, from a trace of Chromium. Times in milliseconds. */
export interface MainThread {
  /** CPU time. */
  readonly main: number;
  /** Time of the tasks above 50 ms each, with the time in which they wait for other processes. */
  readonly blocked: number;
  /** Time of the longest task, in the same way. */
  readonly longest: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Duration and CPU time, in microseconds. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** A task above this many milliseconds delays the reaction to an input. */
const LONG_MS = 50;

/** Sums the tasks of the busiest main thread of a trace. */
export function mainThread(trace: Buffer): MainThread {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const keyOf = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`;
  const threads = new Map<string, TraceEvent[]>();
  for (const event of traceEvents) {
    if (event.name === 'thread_name' && event.args?.name === 'CrRendererMain')
      threads.set(keyOf(event), []);
  }
  for (const event of traceEvents) {
    if (event.ph === 'X' && event.name === 'RunTask') threads.get(keyOf(event))?.push(event);
  }
  const cpuOf = (tasks: readonly TraceEvent[]): number =>
    tasks.reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0);
  const tasks = [...threads.values()].sort((a, b) => cpuOf(b) - cpuOf(a))[0] ?? [];
  const times = tasks.map(({ dur = 0 }) => dur / 1000);
  return {
    main: cpuOf(tasks),
    blocked: times.reduce((sum, time) => sum + Math.max(0, time - LONG_MS), 0),
    longest: Math.max(0, ...times),
  };
}
