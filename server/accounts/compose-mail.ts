/**
 * Makes the mail of an entry in the queue. Links are made here and not before, so that the database
 * holds no key that works.
 */
import type { MailKind } from 'atlas-engine/http';
import type { OutgoingMail } from '../mail/outgoing-mail.ts';
import { writeMail } from '../mail/write-mail.ts';
import type { Mail } from './account.ts';
import { confirmationMail } from './confirmation-mail.ts';
import { MailContext, type Composing, type MailParts } from './mail-context.ts';

/** Returns the mail of an entry; null if there is nothing to send, such as for an unknown address. */
export async function composeMail(mail: Mail, composing: Composing): Promise<OutgoingMail | null> {
  const context = new MailContext(mail, composing);
  const parts = await PARTS[mail.kind as MailKind]?.(context);
  if (!parts) return null;
  const { locale, say, site } = context;
  const footer = say('mail.footer', { site });
  const id = `${mail.id}.${mail.created}`;
  return writeMail({ after: [], ...parts, id, locale, footer });
}

const PARTS: Readonly<Record<MailKind, (context: MailContext) => Promise<MailParts | null>>> = {
  registered: confirmationMail,
  resend: confirmationMail,
  reset: resetLink,
  changed: async ({ mail, say, site }) => ({
    to: mail.email,
    subject: say('mail.changed-subject'),
    paragraphs: [say('mail.changed', mail.values)],
    actions: [{ text: say('mail.reset-action'), address: `${site}/account/password-reset` }],
  }),
  granted: async (context) => {
    const { mail, say, site } = context;
    const { level = '', scope = '', until = '' } = mail.values;
    const layers = context.layers(level);
    const place = context.place(scope);
    return {
      to: mail.email,
      subject: say('mail.granted-subject'),
      paragraphs: [
        say('mail.granted', { level: context.level(level) }),
        ...(place === '' ? [] : [say('mail.granted-place', { place })]),
        ...(layers === '' ? [] : [say('mail.granted-layers', { layers })]),
        ...(until === '' ? [] : [say('mail.granted-until', { date: context.date(Number(until)) })]),
        ...answerOf(context),
      ],
      actions: [{ text: say('mail.granted-action'), address: `${site}/` }],
    };
  },
  refused: async (context) => ({
    to: context.mail.email,
    subject: context.say('mail.refused-subject'),
    paragraphs: [
      context.say('mail.refused', { level: context.level(context.mail.values['level'] ?? '') }),
      ...answerOf(context),
    ],
    actions: [],
  }),
  revoked: async (context) => lossOf(context, 'mail.revoked'),
  ended: async (context) => lossOf(context, 'mail.ended'),
  request: async (context) => {
    const { mail, say, site } = context;
    const { username = '', level = '', reason = '' } = mail.values;
    return {
      to: mail.email,
      subject: say('mail.request-subject'),
      paragraphs: [say('mail.request', { username, level: context.level(level) }), reason],
      actions: [{ text: say('mail.request-action'), address: `${site}/admin/requests` }],
    };
  },
  answered: answerToMessage,
  message: async ({ mail, say, site }) => {
    const { name = '', email = '', subject = '', message = '', object = '' } = mail.values;
    return {
      to: mail.email,
      subject: say('mail.message-subject'),
      paragraphs: [
        say('mail.message'),
        say('mail.from', { name, email }),
        ...(object === '' ? [] : [say('mail.about', { object })]),
        subject,
        message,
      ],
      actions: [{ text: say('mail.message-action'), address: `${site}/admin/messages` }],
    };
  },
};

/** The answer to a message, with the message below it. */
async function answerToMessage({ mail, say, site }: MailContext): Promise<MailParts> {
  const { account = '', subject = '', message = '', answer = '' } = mail.values;
  const inAccount = { text: say('mail.answered-action'), address: `${site}/account/settings` };
  return {
    to: mail.email,
    subject: say('mail.answered-subject'),
    paragraphs: [say('mail.answered'), answer, say('mail.your-message'), subject, message],
    actions: account === '' ? [] : [inAccount],
  };
}

/** The mail about a level that an account no longer holds. */
function lossOf(context: MailContext, text: 'mail.revoked' | 'mail.ended'): MailParts {
  const { mail, say, site } = context;
  const place = context.place(mail.values['scope'] ?? '');
  return {
    to: mail.email,
    subject: say('mail.lost-subject'),
    paragraphs: [
      say(text, { level: context.level(mail.values['level'] ?? '') }),
      ...(place === '' ? [] : [say('mail.lost-place', { place })]),
    ],
    actions: [{ text: say('mail.lost-action'), address: `${site}/account/access` }],
  };
}

function answerOf({ mail, say }: MailContext): readonly string[] {
  const { answer = '' } = mail.values;
  return answer === '' ? [] : [say('mail.answer', { answer })];
}

async function resetLink(context: MailContext): Promise<MailParts | null> {
  const { mail, say, site, store } = context;
  const account = await store.accounts.byEmail(mail.email);
  // Someone who has not confirmed the address yet needs that link first.
  if (!account) return confirmationMail(context);
  if (account.suspended !== null) return null;
  const token = await context.key(account, 'reset');
  return {
    to: mail.email,
    subject: say('mail.reset-subject'),
    paragraphs: [say('mail.reset', { username: account.username })],
    actions: [
      {
        text: say('mail.reset-action'),
        address: `${site}/account/password-reset-confirm/${account.id}/${token}`,
      },
    ],
    after: context.afterLink(),
  };
}
