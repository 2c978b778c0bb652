/**
 * Starts a thread whose module is TypeScript: Node 20 reads none by itself, and tsx does not reach
 * the entry of a thread. JavaScript, because it is what loads the reader of TypeScript.
 */
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData.script);
