import type {
  ImportAnswer,
  ImportFeature,
  ImportMessage,
  ImportRequest,
} from '../../../stores/bundle/import-types.ts';
import { IMPORT_LIMITS } from '../limits.ts';

/**
 * Reads a file in a worker of its own, which ends with the answer, after `IMPORT_LIMITS.time`, or
 * when `signal` aborts. Never rejects.
 */
export function runImport(request: ImportRequest, signal: AbortSignal): Promise<ImportAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
    const finish = (answer: ImportAnswer): void => {
      clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    const timer = setTimeout(
      () => finish({ ok: false, problem: { code: 'timeout' } }),
      IMPORT_LIMITS.time,
    );
    signal.addEventListener('abort', () => finish({ ok: false, problem: { code: 'not-read' } }));
    const features: ImportFeature[] = [];
    worker.addEventListener('message', ({ data }: MessageEvent<ImportMessage>) => {
      if ('features' in data) for (const feature of data.features) features.push(feature);
      else if (data.answer.ok)
        finish({ ok: true, imported: { ...data.answer.imported, features } });
      else finish(data.answer);
    });
    worker.addEventListener('error', () => finish({ ok: false, problem: { code: 'not-loaded' } }));
    worker.postMessage(request, [request.bytes.buffer]);
  });
}
