/** What one address and one account may ask for. */
import { RequestLimit, type RequestRules } from '../http/request-limits.ts';
import { AttemptLimit, type AttemptRules } from './attempts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * The limits on requests, by name. Those of `mail` count the address that a mail goes to, those of
 * `reply` the address that a message wants its answer at. The others count the address in the network,
 * which may be that of a village.
 */
const REQUESTS = {
  registration: { most: 40, period: HOUR },
  reset: { most: 20, period: HOUR },
  contact: { most: 30, period: HOUR },
  reply: { most: 3, period: HOUR },
  request: { most: 10, period: HOUR },
  mail: { most: 3, period: HOUR },
  links: { most: 30, period: 15 * MINUTE },
} as const satisfies Record<string, RequestRules>;

export type RequestLimitName = keyof typeof REQUESTS;

/**
 * Failed logins for one account: five at once, then after 1, 2, 4 and 8 minutes, so that at most
 * ten are evaluated in 15 minutes.
 */
const ACCOUNT: AttemptRules = { free: 5, delay: MINUTE, memory: 15 * MINUTE };

/** Failed logins from one address, which may be that of a school. */
const ADDRESS: AttemptRules = { free: 30, delay: MINUTE, memory: 15 * MINUTE };

export interface AccountLimits {
  readonly account: AttemptLimit;
  readonly address: AttemptLimit;
  readonly requests: Readonly<Record<RequestLimitName, RequestLimit>>;
}

/** Creates the limits; `changes` replaces some of those on requests, for tests. */
export function createAccountLimits(
  changes: Partial<Record<RequestLimitName, RequestRules>> = {},
): AccountLimits {
  const rules = Object.entries({ ...REQUESTS, ...changes });
  return {
    account: new AttemptLimit(ACCOUNT),
    address: new AttemptLimit(ADDRESS),
    requests: Object.fromEntries(
      rules.map(([name, one]) => [name, new RequestLimit(one)]),
    ) as Record<RequestLimitName, RequestLimit>,
  };
}
