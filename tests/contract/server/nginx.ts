/** An nginx for tests: with a temporary folder and a free port, removed at the end. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Nginx {
  /** e.g. `http://127.0.0.1:4312` */
  readonly url: string;
  stop(): Promise<void>;
}

const PLACES = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'];
const START_MILLISECONDS = 10_000;

/** Returns the program, or null when it is not installed (Debian: nginx-light). */
export function findNginx(): string | null {
  return PLACES.find((path) => existsSync(path)) ?? null;
}

/** Starts nginx with parts of its configuration, `http { … server { … } }`. Throws its log when it ends. */
export async function startNginx(
  program: string,
  { http = '', server }: { readonly http?: string; readonly server: string },
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'atlas-nginx-'));
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  writeFileSync(
    join(folder, 'nginx.conf'),
    // Workers run as the account of the test, which owns the folder.
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
    events { worker_connections 1024; }
    http { access_log off; ${temporary} ${http.replaceAll('FOLDER', folder)}
      server { listen 127.0.0.1:${port}; ${server.replaceAll('FOLDER', folder)} } }`,
  );
  const child = spawn(program, [
    '-p',
    folder,
    '-c',
    join(folder, 'nginx.conf'),
    '-e',
    join(folder, 'error.log'),
  ]);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let isRunning = true;
  void ended.then(() => (isRunning = false));
  const until = performance.now() + START_MILLISECONDS;
  while (!(await answers(port))) {
    if (isRunning && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    child.kill();
    throw new Error(`nginx did not start:\n${readFileSync(join(folder, 'error.log'), 'utf8')}`);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.once('connect', () => socket.end());
  });
}

/** Returns a port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
