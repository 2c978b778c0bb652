/** Reads the answers of a form whose fields the configuration declares. */
import type { AccountRules } from '../../access/account-rules.ts';
import type { FormAnswers, RegistrationRequest } from 'atlas-engine/http';
import { invalid, type Body } from './account-route.ts';

const NAME = /^[a-z][a-z0-9_-]{0,59}$/;
const MOST_ANSWERS = 60;
const LONGEST_ANSWER = 5_000;
const MOST_CHOICES = 60;

/**
 * Returns the fields of a body that are texts, `true`, `false` or lists of texts, except `left`.
 * Throws a `Refusal` for other values and for texts that are too long.
 */
export function readAnswers(body: Body, left: ReadonlySet<string>): FormAnswers {
  const given = Object.entries(body).filter(
    ([name, value]) => !left.has(name) && NAME.test(name) && value !== null && value !== '',
  );
  const faults = given.filter(([, value]) => !isAnswer(value));
  if (faults.length > 0)
    throw invalid(Object.fromEntries(faults.map(([name]) => [name, ['Not a valid answer.']])));
  return Object.fromEntries(given.slice(0, MOST_ANSWERS)) as FormAnswers;
}

function isAnswer(value: unknown): value is FormAnswers[string] {
  if (typeof value === 'string') return value.length <= LONGEST_ANSWER && !value.includes('\0');
  if (typeof value === 'boolean') return true;
  return Array.isArray(value) && value.length <= MOST_CHOICES && value.every(isText);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && isAnswer(value);
}

/** The field with which a person accepts the data agreement: its version, or `true`. */
export const AGREEMENT_FIELD = 'agreement' satisfies keyof RegistrationRequest;

/** Returns the version of the data agreement that a body accepts; null for none. */
export function acceptedIn(body: Body, { agreement }: AccountRules): string | null {
  const value = body[AGREEMENT_FIELD];
  return value === true || value === agreement ? agreement : null;
}
