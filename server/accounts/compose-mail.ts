/**
 * Makes the mail of an entry in the queue. Links are made here and not before, so that the database
 * holds no key that works.
 */
import { translator, type AnyWordKey } from 'atlas-engine/runtime';
import type { AtlasSnapshot } from '../access/atlas-snapshot.ts';
import type { Account, KeyPurpose, Mail } from './account.ts';
import type { AccountStore } from './account-store.ts';
import { hashSecret, randomSecret } from './secrets.ts';
import type { MailKind, OutgoingMail } from '../mail/mail-kinds.ts';
import { writeMail, type MailContent } from '../mail/write-mail.ts';

export interface Composing {
  readonly store: AccountStore;
  readonly snapshot: () => Pick<AtlasSnapshot, 'words' | 'locales' | 'accounts'>;
  /** The address of the site, without a slash at its end. */
  readonly site: () => string;
  readonly now: () => number;
}

/** Number of characters of the key in a link: 238 bits. */
const KEY_LENGTH = 40;
const HOUR = 3_600_000;

type Parts = Pick<MailContent, 'to' | 'subject' | 'paragraphs' | 'action'> & {
  readonly after?: readonly string[];
};

/** Returns the mail of an entry; null if there is nothing to send, such as for an unknown address. */
export async function composeMail(mail: Mail, composing: Composing): Promise<OutgoingMail | null> {
  const context = new Context(mail, composing);
  const parts = await PARTS[mail.kind as MailKind]?.(context);
  if (!parts) return null;
  const { locale, say, site } = context;
  const footer = say('mail.footer', { site });
  const id = `${mail.id}.${mail.created}`;
  return writeMail({ after: [], ...parts, id, locale, footer });
}

/** The entry with the words of its language, and the accounts. */
class Context {
  readonly mail: Mail;
  readonly locale: string;
  readonly site: string;
  readonly #composing: Composing;

  constructor(mail: Mail, composing: Composing) {
    const { locales } = composing.snapshot();
    this.mail = mail;
    this.locale = locales.available.includes(mail.locale) ? mail.locale : locales.session;
    this.site = composing.site();
    this.#composing = composing;
  }

  get store(): AccountStore {
    return this.#composing.store;
  }

  /** Returns a text with its values and the title of the atlas. */
  readonly say = (name: AnyWordKey, values: Readonly<Record<string, string | number>> = {}) => {
    const { words, accounts } = this.#composing.snapshot();
    const translate = translator({ locale: this.locale, words: words[this.locale]! });
    return translate(name, { title: accounts.title[this.locale] ?? '', ...values });
  };

  /** Returns the name of a level or of a role of operators. */
  level(id: string): string {
    const { levels, roles } = this.#composing.snapshot().accounts;
    if (roles.includes(id)) return this.say('account.operator');
    return levels.find((one) => one.id === id)?.name[this.locale] ?? id;
  }

  date(time: number): string {
    const format = new Intl.DateTimeFormat([this.locale, 'en'], {
      dateStyle: 'long',
      timeZone: 'UTC',
    });
    return format.format(time);
  }

  /** Creates a key for an account and returns it. */
  async key(account: Account, purpose: KeyPurpose): Promise<string> {
    const key = randomSecret(KEY_LENGTH);
    const { resetLink } = this.#composing.snapshot().accounts;
    const expires = this.#composing.now() + resetLink;
    await this.store.keys.add({ hash: hashSecret(key), account: account.id, purpose, expires });
    return key;
  }

  /** Returns how long a link is valid, and what to do if someone else asked for it. */
  afterLink(): readonly string[] {
    const hours = this.#composing.snapshot().accounts.resetLink / HOUR;
    const valid =
      hours % 24 === 0
        ? this.say('mail.valid-days', { count: hours / 24 })
        : this.say('mail.valid-hours', { count: hours });
    return [valid, this.say('mail.ignore')];
  }
}

const PARTS: Readonly<Record<MailKind, (context: Context) => Promise<Parts | null>>> = {
  registered: confirmation,
  resend: confirmation,
  reset: resetLink,
  changed: async ({ mail, say, site }) => ({
    to: mail.email,
    subject: say('mail.changed-subject'),
    paragraphs: [say('mail.changed', mail.values)],
    action: { text: say('mail.reset-action'), address: `${site}/account/password-reset` },
  }),
  granted: async (context) => {
    const { mail, say, site } = context;
    const { level = '', until = '' } = mail.values;
    return {
      to: mail.email,
      subject: say('mail.granted-subject'),
      paragraphs: [
        say('mail.granted', { level: context.level(level) }),
        ...(until === '' ? [] : [say('mail.granted-until', { date: context.date(Number(until)) })]),
        ...answerOf(context),
      ],
      action: { text: say('mail.granted-action'), address: `${site}/` },
    };
  },
  refused: async (context) => ({
    to: context.mail.email,
    subject: context.say('mail.refused-subject'),
    paragraphs: [
      context.say('mail.refused', { level: context.level(context.mail.values['level'] ?? '') }),
      ...answerOf(context),
    ],
    action: null,
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
      action: { text: say('mail.request-action'), address: `${site}/admin/requests` },
    };
  },
  message: async ({ mail, say, site }) => {
    const { name = '', email = '', subject = '', message = '' } = mail.values;
    return {
      to: mail.email,
      subject: say('mail.message-subject'),
      paragraphs: [say('mail.message'), say('mail.from', { name, email }), subject, message],
      action: { text: say('mail.message-action'), address: `${site}/admin/messages` },
    };
  },
};

/** The mail about a level that an account no longer holds. */
function lossOf(context: Context, text: 'mail.revoked' | 'mail.ended'): Parts {
  const { mail, say, site } = context;
  return {
    to: mail.email,
    subject: say('mail.lost-subject'),
    paragraphs: [say(text, { level: context.level(mail.values['level'] ?? '') })],
    action: { text: say('mail.lost-action'), address: `${site}/account/access` },
  };
}

function answerOf({ mail, say }: Context): readonly string[] {
  const { answer = '' } = mail.values;
  return answer === '' ? [] : [say('mail.answer', { answer })];
}

/**
 * The link that confirms an address, or the notice that it has an account. Both are made for every
 * registration, so that its answer does not show which one is sent.
 */
async function confirmation(context: Context): Promise<Parts | null> {
  const { mail, say, site, store } = context;
  const known = await store.accounts.byEmail(mail.email);
  if (known) {
    if (mail.kind === 'resend') return null;
    const { username } = known;
    return {
      to: mail.email,
      subject: say('mail.taken-subject'),
      paragraphs: [say('mail.taken', { username })],
      action: { text: say('mail.reset-action'), address: `${site}/account/password-reset` },
    };
  }
  const account = await newAccountOf(context);
  if (!account) return null;
  const key = await context.key(account, 'confirm');
  return {
    to: mail.email,
    subject: say('mail.confirm-subject'),
    paragraphs: [say('mail.confirm', { username: account.username })],
    action: { text: say('mail.confirm-action'), address: `${site}/account/confirm-email/${key}` },
    after: context.afterLink(),
  };
}

/** Returns the account that a confirmation is for: that of the registration, else the newest. */
async function newAccountOf({ mail, store }: Context): Promise<Account | null> {
  const { account } = mail.values;
  if (account === undefined) return store.accounts.unconfirmed(mail.email);
  const found = await store.accounts.byId(Number(account));
  return found?.confirmed === null ? found : null;
}

async function resetLink(context: Context): Promise<Parts | null> {
  const { mail, say, site, store } = context;
  const account = await store.accounts.byEmail(mail.email);
  // Someone who has not confirmed the address yet needs that link first.
  if (!account) return confirmation(context);
  if (account.suspended !== null) return null;
  const token = await context.key(account, 'reset');
  return {
    to: mail.email,
    subject: say('mail.reset-subject'),
    paragraphs: [say('mail.reset', { username: account.username })],
    action: {
      text: say('mail.reset-action'),
      address: `${site}/account/password-reset-confirm/${account.id}/${token}`,
    },
    after: context.afterLink(),
  };
}
