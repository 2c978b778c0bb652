import type { IndexWordKey, Translate } from 'atlas-engine/runtime';
import type { Failure } from '../../net/http-client.ts';
import type { OrderProblem } from './download-store.ts';

const FAILURES = {
  offline: 'download.offline',
  timeout: 'download.offline',
  server: 'download.server',
  format: 'download.server',
  busy: 'download.server',
  missing: 'download.server',
  invalid: 'download.server',
  unauthorized: 'download.logged-out',
  forbidden: 'download.forbidden',
  limited: 'download.server',
} as const satisfies Record<Failure['kind'], IndexWordKey>;

/** Returns the sentence about a call that failed. */
export function failureWord({ kind }: Failure): (typeof FAILURES)[Failure['kind']] {
  return FAILURES[kind];
}

/** Returns the sentence about an order that was refused, or failed. */
export function problemText(
  problem: OrderProblem,
  t: Translate,
  {
    maxArea,
    maxObjects,
    locale,
  }: { readonly maxArea: number; readonly maxObjects: number; readonly locale: string },
): string {
  switch (problem.kind) {
    case 'too-large':
      return t('download.too-large', { limit: limitText(maxArea, locale) });
    case 'too-many':
      return t('download.too-many', { count: maxObjects });
    case 'extent':
      return `${t('download.extent')}. ${t('download.extent-help')}`;
    case 'agreement':
      return t('download.agreement-changed');
    case 'choice':
      return t('download.choice-changed');
    case 'no-room':
      return t('download.failed-no-room');
    case 'limited':
      return t('download.limited');
    default:
      return t(failureWord(problem));
  }
}

/** Returns a limit in km², in groups of three digits with a space, as the specification writes it. */
export function limitText(maxArea: number, locale: string): string {
  const space = locale.startsWith('en') ? ' ' : '\u00A0';
  return String(maxArea).replaceAll(/\B(?=(?:\d{3})+$)/g, space);
}
