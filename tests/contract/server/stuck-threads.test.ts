import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SCRIPT = fileURLToPath(new URL('./serve-stuck.ts', import.meta.url));

/** Starts the server; `ended` is its exit code or signal, and its output. */
async function serveStuck(milliseconds: number) {
  const child = spawn(
    process.execPath,
    ['--conditions=atlas-source', '--import', 'tsx', SCRIPT, String(milliseconds)],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed += String(chunk)));
  const ended = new Promise<unknown[]>((resolve) => {
    child.once('exit', (code, signal) => resolve([code ?? signal, printed]));
  });
  const url = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(String(chunk).trim()));
  });
  return { url, child, ended };
}

const stuck = expect.stringContaining('two threads are stuck') as unknown;

it('continues with one thread that does not respond, and requests a restart after two', async () => {
  const { url, ended } = await serveStuck(3_000);
  expect((await fetch(url)).status).toBe(500);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect((await fetch(url)).status).toBe(500);
  expect(await ended).toEqual([75, stuck]);
}, 60_000);

it('is killed, without an abort, when threads never respond', async () => {
  const { url, ended } = await serveStuck(600_000);
  await fetch(url);
  await fetch(url);
  expect(await ended).toEqual(['SIGKILL', stuck]);
}, 60_000);
