/** The worker of an import, as in the browser: reads one file, and sends its features in parts. */
import { parentPort, workerData } from 'node:worker_threads';
import { inParts } from '../../../app/tools/import/read/in-parts.ts';
import { readImport } from '../../../app/tools/import/read/read-import.ts';
import type { ImportRequest } from '../../../app/stores/bundle/import-types.ts';

const { features } = readImport(workerData as ImportRequest);
for (const part of inParts(features)) parentPort?.postMessage(part);
