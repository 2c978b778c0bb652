import type {
  ImportAnswer,
  ImportFeature,
  ImportMessage,
  ImportRequest,
} from '../../../stores/bundle/import-types.ts';
import { timeFor } from '../limits.ts';

/** Time in which the code that reads a GeoPackage must load, in milliseconds. */
const LOADING = 120_000;

/**
 * Reads a file in a worker of its own, which ends with the answer, after the time for its size, or
 * when `signal` aborts. Code that the worker loads first has a time of its own. Never rejects.
 */
export function runImport(request: ImportRequest, signal: AbortSignal): Promise<ImportAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
    const finish = (answer: ImportAnswer): void => {
      clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limit = (code: 'timeout' | 'not-loaded', time: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => finish({ ok: false, problem: { code } }), time);
    };
    const time = timeFor(request.bytes);
    limit('timeout', time);
    signal.addEventListener('abort', () => finish({ ok: false, problem: { code: 'not-read' } }));
    const features: ImportFeature[] = [];
    worker.addEventListener('message', ({ data }: MessageEvent<ImportMessage>) => {
      if ('loading' in data)
        if (data.loading) limit('not-loaded', LOADING);
        else limit('timeout', time);
      else if ('features' in data) for (const feature of data.features) features.push(feature);
      else if (data.answer.ok)
        finish({ ok: true, imported: { ...data.answer.imported, features } });
      else finish(data.answer);
    });
    worker.addEventListener('error', () => finish({ ok: false, problem: { code: 'not-loaded' } }));
    worker.postMessage(request, [request.bytes.buffer]);
  });
}
