import type { ChildProcessWithoutNullStreams } from 'node:child_process';

/** Returns the address of a started server. Throws its output when it ends early. */
export function addressOf(server: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer): void => {
      text += String(chunk);
      const match = /Atlas ready at (\S+)/.exec(text);
      if (match) resolve(match[1]!);
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.on('exit', () => reject(new Error(`The server ended: ${text}`)));
  });
}
