/**
 * Starts a thread whose module is TypeScript: Node 20 does not support it, and tsx does not apply to
 * the entry of a thread. This file is JavaScript because it loads the TypeScript support.
 */
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register();
await import(workerData.script);
