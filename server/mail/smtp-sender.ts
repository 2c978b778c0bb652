/** Sends mails over SMTP. */
import { createTransport } from 'nodemailer';
import type { MailSender } from './outgoing-mail.ts';

/** Milliseconds for a connection, a greeting and each answer. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;
/** Milliseconds after its last mail until a connection is closed. */
const IDLE_MS = 20_000;

/** Creates a sender for an address `smtp://` or `smtps://`; `from` is the address of the sender. */
export function smtpSender(url: string, from: string): MailSender {
  const transport = createTransport({
    url,
    // One connection serves all mails that are due: servers answer a new one slowly.
    pool: true,
    maxConnections: 1,
    idleTimeout: IDLE_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    // Mails have no attachments, and no part is read from a file or another server.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.replace(/^.*@|>\s*$/g, '');
  return {
    send: async ({ id, to, subject, text, html }) => {
      await transport.sendMail({
        from,
        messageId: `<${id}@${domain}>`,
        // As an object, so that a comma in it is not a second recipient.
        to: { name: '', address: to },
        subject,
        text,
        html,
        textEncoding: 'quoted-printable',
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}
