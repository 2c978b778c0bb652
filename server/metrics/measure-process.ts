/** Measures memory, processor time and delays of the process. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from './metrics.ts';

/** Milliseconds between two samples of the event loop. */
const RESOLUTION = 20;

/** Adds the metrics of the process; returns a function that stops measuring. */
export function measureProcess(metrics: Metrics): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const started = Date.now() / 1_000 - process.uptime();
  metrics.gauge('process_start_time_seconds', 'Start time of the process since 1970.', () => [
    { value: started },
  ]);
  metrics.counted('process_cpu_seconds_total', 'Processor time, all threads.', () => {
    const { user, system } = process.cpuUsage();
    return [{ value: (user + system) / 1e6 }];
  });
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process.', () => [
    { value: process.memoryUsage.rss() },
  ]);
  metrics.gauge('nodejs_memory_bytes', 'Memory of the main thread, by kind.', () => {
    const { heapUsed, heapTotal, external } = process.memoryUsage();
    return [
      { labels: { kind: 'heap-used' }, value: heapUsed },
      { labels: { kind: 'heap' }, value: heapTotal },
      { labels: { kind: 'external' }, value: external },
    ];
  });
  metrics.gauge(
    'nodejs_event_loop_delay_seconds',
    'Delay of the main thread since the last reading, by quantile.',
    () => {
      // Nanoseconds between samples; the part above the resolution is delay.
      const over = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION / 1e3);
      const samples = [0.5, 0.99, 1].map((quantile) => ({
        labels: { quantile: String(quantile) },
        value: delay.count === 0 ? 0 : over(delay.percentile(quantile * 100)),
      }));
      delay.reset();
      return samples;
    },
  );
  return () => delay.disable();
}
