/** The forms of settings in the environment: how a value is read, and what is allowed. */
import { isIP } from 'node:net';

export interface Form<T> {
  /** The expected form, as a text that completes the sentence "it must be …". */
  readonly expected: string;
  /**
   * Returns the value, or undefined if the text is not valid. The text is trimmed and not empty.
   */
  readonly read: (text: string) => T | undefined;
}

/** Creates the form of a whole number between two bounds, both included. */
export function wholeNumber(least: number, most: number): Form<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    read: (text) => {
      const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
      return number >= least && number <= most ? number : undefined;
    },
  };
}

/** Creates the form of a setting whose value is one of several words. */
export function oneOf<const T extends string>(words: readonly T[]): Form<T> {
  return {
    expected: `one of ${words.join(', ')}`,
    read: (text) => words.find((word) => word === text),
  };
}

/** Creates the form of any text, such as the path of a folder. */
export function anyText(expected: string): Form<string> {
  return { expected, read: (text) => text };
}

/** An address to listen on. */
export const HOST: Form<string> = {
  expected: 'the name or IP address of this machine, such as 127.0.0.1 or 0.0.0.0, without port',
  read: (text) =>
    isIP(text) > 0 || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined,
};

/** The address of a site: scheme, host and port, returned without a slash at its end. */
export const ORIGIN: Form<string> = {
  expected: 'an address such as https://atlas.example.org, without path, user name, `?` and `#`',
  read: (text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    return isOrigin ? url.origin : undefined;
  },
};

/** The address of a database: `postgres://…`. */
export const DATABASE: Form<string> = {
  expected: 'an address such as postgres://user:password@host:5432/database',
  read: (text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url && /^postgres(?:ql)?:$/.test(url.protocol) ? text : undefined;
  },
};

/** The address of a server for mails: `smtp://…` or `smtps://…`. */
export const SMTP: Form<string> = {
  expected: 'an address such as smtps://user:password@mail.example.org:465',
  read: (text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url && /^smtps?:$/.test(url.protocol) && url.hostname !== '' ? text : undefined;
  },
};

/** An address of e-mail. */
export const EMAIL_ADDRESS: Form<string> = {
  expected: 'an address such as atlas@example.org',
  read: (text) => (/^[^\s@<>,;"]+@[a-z0-9.-]+$/i.test(text) ? text : undefined),
};

/** CSP sources that may embed the atlas in a frame. An empty list allows none. */
export const FRAME_ANCESTORS: Form<readonly string[]> = {
  expected: 'origins such as https://www.example.org separated by spaces, `self`, or `none` alone',
  read: (text) => {
    const written = text.split(/[\s,]+/).filter((part) => part !== '');
    if (written.length === 1 && written[0] === 'none') return [];
    const sources = written.map((part) => (part === 'self' ? "'self'" : part));
    return sources.length > 0 && sources.every((part) => FRAME_ANCESTOR.test(part))
      ? sources
      : undefined;
  },
};

/** Matches a source that cannot end the directive or the header. A host may begin with `*.`. */
const FRAME_ANCESTOR = /^(?:'self'|https?:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d{1,5})?)$/i;

/** The proxies whose headers are used: none, a number of proxies, or a list of networks. */
export type TrustedProxies = false | number | readonly string[];

/** The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are used. */
export const TRUSTED_PROXIES: Form<TrustedProxies> = {
  expected:
    'the number of proxies before the server (1 to 9), their addresses or networks such as 10.0.0.0/8 separated by spaces, `loopback`, or `none`',
  read: (text) => {
    if (text === 'none') return false;
    if (/^[1-9]$/.test(text)) return Number(text);
    const networks = text.split(/[\s,]+/).filter((part) => part !== '');
    return networks.length > 0 && networks.every(isNetwork) ? networks : undefined;
  },
};

/**
 * Returns whether a text is an address, with or without a prefix length. A prefix length of 0,
 * which means all addresses, is not allowed.
 */
function isNetwork(text: string): boolean {
  if (text === 'loopback') return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}
