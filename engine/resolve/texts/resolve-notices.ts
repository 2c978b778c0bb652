/** Resolves the messages to visitors and the pages with texts. */
import type * as Config from '../../../schemas/config.g.ts';
import type { Notice, Page } from '../../model/model.ts';
import { present } from '../../basics/present.ts';
import type { ResolveContext } from '../context.ts';

type NoticeContext = Pick<ResolveContext, 'nodes' | 'texts' | 'report'>;

/**
 * Resolves the notices, in the order of declaration. Diagnostics: `no-such-day`, `days-order`,
 * `second-welcome`, those of texts.
 */
export function resolveNotices(
  list: readonly Config.Notice[],
  { nodes, texts, report }: NoticeContext,
): Notice[] {
  const [first, ...others] = list.filter(({ kind }) => kind === 'welcome');
  for (const node of others)
    if (first)
      report.error('second-welcome', { node, key: 'kind' }, { id: first.id }, [
        { target: { node: first, key: 'kind' }, note: 'first-defined-here' },
      ]);
  return list.map((raw) => {
    const { id, kind = 'banner', version = 1, from, until } = raw;
    const days = [reportDay(raw, 'from', report), reportDay(raw, 'until', report)];
    if (days.every(Boolean) && from !== undefined && until !== undefined && until < from)
      report.error('days-order', { node: raw, key: 'until' }, { from, until });
    const title = texts.resolve(raw, 'title');
    const text = texts.resolve(raw, 'text');
    const notice = present({ id, kind, version, title, text, from, until });
    nodes.set(notice, raw);
    return notice;
  });
}

/** Resolves one page. Diagnostics: `no-such-day`, `policy-without-responsible`, those of texts. */
export function resolvePage(raw: Config.Page, { nodes, texts, report }: NoticeContext): Page {
  const { id, date, responsible: answers } = raw;
  reportDay(raw, 'date', report);
  if (id === 'privacy-policy' && answers === undefined)
    report.warn('policy-without-responsible', { node: raw, key: 'id' }, {});
  const title = texts.resolve(raw, 'title');
  const text = texts.resolve(raw, 'text');
  const responsible = answers && {
    name: texts.resolve(answers, 'name'),
    address: texts.resolve(answers, 'address'),
  };
  const page = present({ id, title, text, date, responsible });
  nodes.set(page, raw);
  return page;
}

/** Reports a day that the calendar does not have. Returns whether the value is absent or a day. */
export function reportDay<K extends string>(
  node: { readonly [key in K]?: string },
  key: K,
  report: ResolveContext['report'],
): boolean {
  const found = node[key];
  if (found === undefined || isDay(found)) return true;
  report.error('no-such-day', { node, key }, { found });
  return false;
}

/** Reports whether the calendar has a day `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
