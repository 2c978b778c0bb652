/** Sends requests exactly as written; HTTP clients would normalise paths. */
import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/** Writes text to the port and reads until the server closes. */
export async function sendRaw(port: number, text: string): Promise<RawAnswer> {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (received += chunk));
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
  const [headers = '', ...body] = answer.split('\r\n\r\n');
  return { status: Number(headers.split(' ')[1]), headers, body: body.join('\r\n\r\n') };
}

/** Sends a GET with an unchanged path. */
export function getRaw(port: number, path: string): Promise<RawAnswer> {
  return sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: atlas\r\nConnection: close\r\n\r\n`);
}
