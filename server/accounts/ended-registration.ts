/** The lines of the audit about registrations that ended when another one of their address was confirmed. */
import type { Account, AuditLine } from './account.ts';

/** A registration that ended. Times are milliseconds since 1970. */
export interface EndedRegistration {
  readonly username: string;
  readonly created: number;
  readonly ended: number;
}

/** Returns the line about a registration that ended when the address of an account was confirmed. */
export function endedLine(
  { username, created }: Pick<Account, 'username' | 'created'>,
  { account, at }: { readonly account: number; readonly at: number },
): AuditLine {
  const detail = `${username} (${new Date(created).toISOString()})`;
  return { at, by: 'owner', action: 'registration ended', account, detail };
}

const DETAIL = /^(\S+) \((\S+)\)$/;

/** Reads a line of `endedLine`; null for any other, and for one whose user name was removed. */
export function readEndedLine({ at, detail }: AuditLine): EndedRegistration | null {
  const [, username, created] = DETAIL.exec(detail) ?? [];
  if (username === undefined || created === undefined) return null;
  return { username, created: Date.parse(created), ended: at };
}
