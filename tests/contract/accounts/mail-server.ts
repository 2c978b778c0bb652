/** An SMTP server on the loopback address that keeps what it receives. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. */
export interface ReceivedMail {
  /** The recipients of the envelope. */
  readonly to: readonly string[];
  /** The lines before the first empty one, with continued lines joined. */
  readonly headers: readonly string[];
  /** The text of both parts, decoded. */
  readonly text: string;
}

export interface MailServer {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Refuses all mails while it is true. */
  isDown: boolean;
  /** Returns the newest mail to an address. Throws if there is none. */
  newestTo(email: string): ReceivedMail;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const state = { isDown: false };
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onRcptTo: ({ address }, _session, done) =>
      state.isDown ? done(new Error(`<${address}>: no mails at the moment`)) : done(),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, ...parse(Buffer.concat(chunks).toString('utf8')) });
        done();
      });
    },
  });
  // A killed client resets its connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    get isDown() {
      return state.isDown;
    },
    set isDown(value) {
      state.isDown = value;
    },
    newestTo: (email) => {
      const found = mails.findLast(({ to }) => to.includes(email));
      if (!found) throw new Error(`no mail to ${email}`);
      return found;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function parse(raw: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  return {
    headers: head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n'),
    text: decode(body),
  };
}

/** Decodes quoted-printable text. */
function decode(body: string): string {
  return body
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (text) =>
      Buffer.from(text.replaceAll('=', ''), 'hex').toString('utf8'),
    );
}
