/** What the mails of the queue are made from: an entry, the words of its language, and the accounts. */
import { listOf, translator, type AnyWordKey } from 'atlas-engine/runtime';
import { readScope } from '../access/scope.ts';
import type { AtlasSnapshot } from '../access/atlas-snapshot.ts';
import type { MailContent } from '../mail/write-mail.ts';
import type { Account, KeyPurpose, Mail } from './account.ts';
import type { AccountStore } from './account-store.ts';
import { hashSecret, randomSecret } from './secrets.ts';

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

/** The parts of a mail that differ by its kind. */
export type MailParts = Pick<MailContent, 'to' | 'subject' | 'paragraphs' | 'actions'> & {
  readonly after?: readonly string[];
};

/** The entry with the words of its language, and the accounts. */
export class MailContext {
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

  /** Returns the names of the layers that a level opens, as a list; empty without one. */
  layers(id: string): string {
    const opened = this.#composing.snapshot().accounts.opens[id] ?? [];
    return listOf(opened.map((name) => name[this.locale] ?? '').filter(Boolean), this);
  }

  /** Returns the name of the place of a grant; empty for everywhere. */
  place(text: string): string {
    const scope = readScope(text);
    if (!scope) return '';
    if (scope.kind === 'area') return scope.name || this.say('mail.granted-area');
    const id = scope.kind === 'project' ? scope.project : scope.dataset;
    const { places } = this.#composing.snapshot().accounts;
    return places[scope.kind][id]?.[this.locale] ?? id;
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
