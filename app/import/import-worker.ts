/** The worker that reads the visitor's files. It makes no requests. */
import { ImportError, type ImportAnswer, type ImportRequest } from '../stores/import-types.ts';
import { readImport } from './read-import.ts';

self.addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => {
  self.postMessage(answerTo(data));
});

function answerTo(request: ImportRequest): ImportAnswer {
  try {
    return { ok: true, imported: readImport(request) };
  } catch (error) {
    const problem = error instanceof ImportError ? error.problem : ({ code: 'damaged' } as const);
    return { ok: false, problem };
  }
}
