/** The worker that reads the visitor's files. Its only request is for the code that reads a GeoPackage. */
import type { SqlJsStatic } from 'sql.js';
import {
  ImportError,
  type ImportAnswer,
  type ImportMessage,
  type ImportRequest,
} from '../../../stores/bundle/import-types.ts';
import { inParts } from './in-parts.ts';
import { isGeopackage } from './format-of.ts';
import { loadSqlite } from './read-geopackage.ts';
import { readImport } from './read-import.ts';

self.addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => void respond(data));

async function respond(request: ImportRequest): Promise<void> {
  const answer = await answerTo(request);
  if (!answer.ok) return send({ answer });
  const { features, ...rest } = answer.imported;
  for (const part of inParts(features)) send({ features: part });
  send({ answer: { ok: true, imported: { ...rest, features: [] } } });
}

function send(message: ImportMessage): void {
  self.postMessage(message);
}

async function answerTo(request: ImportRequest): Promise<ImportAnswer> {
  try {
    const sqlite = isGeopackage(request.bytes) ? await loadedSqlite() : undefined;
    return { ok: true, imported: readImport(request, sqlite) };
  } catch (error) {
    const problem = error instanceof ImportError ? error.problem : ({ code: 'damaged' } as const);
    return { ok: false, problem };
  }
}

/** Loads SQLite; the page does not count the time. */
async function loadedSqlite(): Promise<SqlJsStatic> {
  send({ loading: true });
  try {
    return await loadSqlite();
  } catch {
    throw new ImportError({ code: 'not-loaded' });
  } finally {
    send({ loading: false });
  }
}
