/** What became of the access of a person, from the audit and from the requests. */
import type { AccessEventAnswer } from 'atlas-engine/http';
import { EVERYWHERE } from '../access/scope.ts';
import type { AccessRequest, AuditLine, Grant } from './account.ts';

/** An event. Times are milliseconds since 1970. */
export interface AccessEvent extends Pick<AccessEventAnswer, 'action' | 'by' | 'level'> {
  readonly at: number;
  /** The end of a grant; null without an end. */
  readonly until: number | null;
}

const DECISIONS = [
  ...(['granted', 'refused', 'revoked', 'ended', 'suspended', 'restored'] as const),
] satisfies readonly AccessEvent['action'][];

/**
 * Returns the detail of the line of a grant, such as `level-1 until 2027-01-31T23:59:59.999Z` or
 * `level-1 in project valley`.
 */
export function grantDetail({
  level,
  scope,
  until,
}: Pick<Grant, 'level' | 'scope' | 'until'>): string {
  const place = scope === EVERYWHERE ? '' : `${IN}${scope}`;
  const end = until === null ? '' : `${UNTIL}${new Date(until).toISOString()}`;
  return `${level}${place}${end}`;
}

const IN = ' in ';
const UNTIL = ' until ';

/** Returns the decisions about an account and its requests, newest first. */
export function accessEvents(
  lines: readonly AuditLine[],
  requests: readonly Pick<AccessRequest, 'created' | 'level'>[],
): readonly AccessEvent[] {
  const decisions = lines.flatMap(({ at, by, action, detail }) => {
    const known = DECISIONS.find((one) => one === action);
    const [grant = '', until] = detail.split(UNTIL);
    const [level = ''] = grant.split(IN);
    const end = until === undefined ? null : Date.parse(until);
    return known ? [{ at, by, action: known, level, until: end }] : [];
  });
  const asked = requests.map(({ created, level }) => {
    const event = { by: 'owner', action: 'requested', level, until: null } as const;
    return { at: created, ...event };
  });
  return [...decisions, ...asked].toSorted((a, b) => b.at - a.at);
}
