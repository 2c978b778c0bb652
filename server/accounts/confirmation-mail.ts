/** The mail with the links that confirm an address, one for each registration that waits for it. */
import type { Account } from './account.ts';
import type { MailContext, MailParts } from './mail-context.ts';

/** Maximum number of registrations with a link in one mail. */
const MOST_LINKS = 20;

/**
 * The links that confirm an address, or the notice that it has an account. Both are made for every
 * registration, so that its answer does not show which one is sent.
 */
export async function confirmationMail(context: MailContext): Promise<MailParts | null> {
  const { mail, say, store } = context;
  const known = await store.accounts.byEmail(mail.email);
  if (known) return mail.kind === 'resend' ? null : takenMail(context, known);
  const waiting = await waitingFor(context);
  const [first, ...others] = waiting;
  if (!first) return null;
  const listed = waiting.slice(0, MOST_LINKS);
  const left = waiting.length - listed.length;
  return {
    to: mail.email,
    subject: say('mail.confirm-subject'),
    paragraphs: [
      ...(mail.kind === 'reset' ? [say('mail.confirm-first')] : []),
      others.length === 0
        ? say('mail.confirm', { username: first.username })
        : say('mail.confirm-several', { count: waiting.length }),
      ...(left > 0 ? [say('mail.confirm-more', { count: left })] : []),
    ],
    actions: await linksOf(context, listed),
    after: context.afterLink(),
  };
}

function takenMail({ mail, say, site }: MailContext, { username }: Account): MailParts {
  return {
    to: mail.email,
    subject: say('mail.taken-subject'),
    paragraphs: [say('mail.taken', { username })],
    actions: [{ text: say('mail.reset-action'), address: `${site}/account/password-reset` }],
  };
}

/**
 * Returns the registrations that wait for the address, newest first. Anyone can register with any
 * address, so that of the person who reads the mail may be any of them. A mail about one of them
 * begins with it, and is not sent after that one has ended.
 */
async function waitingFor({ mail, store }: MailContext): Promise<readonly Account[]> {
  const all = await store.accounts.waiting(mail.email);
  const open = all.filter(({ suspended }) => suspended === null);
  const { account } = mail.values;
  if (account === undefined) return open;
  const own = open.find(({ id }) => id === Number(account));
  return own ? [own, ...open.filter((one) => one !== own)] : [];
}

/**
 * Returns a link for each registration. The page shows the user name, which is in the fragment, so
 * that no server sees it.
 */
async function linksOf(
  context: MailContext,
  accounts: readonly Account[],
): Promise<MailParts['actions']> {
  const { say, site } = context;
  const links = [];
  for (const account of accounts) {
    const { username } = account;
    const key = await context.key(account, 'confirm');
    links.push({
      text:
        accounts.length === 1
          ? say('mail.confirm-action')
          : say('mail.confirm-action-of', { username }),
      address: `${site}/account/confirm-email/${key}#user=${encodeURIComponent(username)}`,
    });
  }
  return links;
}
