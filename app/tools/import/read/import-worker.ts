/** The worker that reads the visitor's files. It makes no requests. */
import {
  ImportError,
  type ImportAnswer,
  type ImportMessage,
  type ImportRequest,
} from '../../../stores/bundle/import-types.ts';
import { inParts } from './in-parts.ts';
import { readImport } from './read-import.ts';

self.addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => {
  const answer = answerTo(data);
  if (!answer.ok) {
    send({ answer });
    return;
  }
  const { features, ...rest } = answer.imported;
  for (const part of inParts(features)) send({ features: part });
  send({ answer: { ok: true, imported: { ...rest, features: [] } } });
});

function send(message: ImportMessage): void {
  self.postMessage(message);
}

function answerTo(request: ImportRequest): ImportAnswer {
  try {
    return { ok: true, imported: readImport(request) };
  } catch (error) {
    const problem = error instanceof ImportError ? error.problem : ({ code: 'damaged' } as const);
    return { ok: false, problem };
  }
}
