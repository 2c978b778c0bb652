import type {
  Attribution,
  BundleIndex,
  BundlePage,
  GroupEntry,
  LegendRow,
  LegendSymbol,
  PageDocument,
} from '../bundle/bundle.ts';
import { escapeHtml } from './escape-html.ts';
import { richTextHtml } from './rich-text-html.ts';
import { pagePath } from './screens.ts';
import { swatchHtml } from './swatch-html.ts';
import { baseLayerOf } from '../runtime/pick-ground.ts';
import { drawSwatch, swatchSize, type SwatchOptions } from '../runtime/draw-swatch.ts';
import { safeLink } from '../runtime/safe-link.ts';
import { formatBound } from '../runtime/format-number.ts';
import { formatDate } from '../runtime/format-date.ts';
import { listOf, translator, type Translate } from '../runtime/translate.ts';

/**
 * Renders the atlas as HTML that is readable without scripts and without a map: title, languages,
 * the welcome notice, layers by category with their locks, the legend of the checked groups, and
 * links to the pages. Every text is escaped.
 * There are no style attributes, so that a strict content security policy allows the page.
 */
export function outline(index: BundleIndex): string {
  const t = translator(index);
  return [
    '<main class="outline">',
    `<h1>${escapeHtml(index.title)}</h1>`,
    languages(index, t),
    welcome(index),
    section(
      t('outline.projects'),
      list(index.projects.map((project) => storyLink(project, index))),
    ),
    section(t('tab.layers'), layers(index, t)),
    section(t('tab.legend'), legend(index, t)),
    `<p>${index.attribution.map(credit).join(' · ')}</p>`,
    list((index.pages ?? []).map((page) => pageLink(page, index))),
    '</main>',
  ].join('');
}

/** Returns a heading with its content; empty when there is no content. */
function section(heading: string, html: string): string {
  return html === '' ? '' : `<h2>${escapeHtml(heading)}</h2>${html}`;
}

function list(items: readonly string[]): string {
  return items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

function note(parts: readonly (string | false | undefined)[]): string {
  const said = parts.filter((part) => typeof part === 'string' && part !== '');
  return said.length === 0 ? '' : ` <small>${escapeHtml(said.join(' · '))}</small>`;
}

function languages({ locales, locale }: BundleIndex, t: Translate): string {
  const items = locales.available.map(({ id, name }) => {
    const code = escapeHtml(id);
    return id === locale
      ? `<span lang="${code}" aria-current="true">${escapeHtml(name)}</span>`
      : `<a lang="${code}" hreflang="${code}" href="?lang=${encodeURIComponent(id)}">${escapeHtml(name)}</a>`;
  });
  return `<nav aria-label="${escapeHtml(t('header.language'))}">${list(items)}</nav>`;
}

/** Returns the welcome notice, unless it has days: the outline is the same on every day. */
function welcome({ notices = [] }: BundleIndex): string {
  const notice = notices.find(({ kind, from, until }) => kind === 'welcome' && !from && !until);
  return notice ? section(notice.title, richTextHtml(notice.text, 3)) : '';
}

function pageLink({ id, title }: BundlePage, { locale }: BundleIndex): string {
  return `<a href="${escapeHtml(pagePath(id, locale) ?? '/')}">${escapeHtml(title)}</a>`;
}

function storyLink({ id, name }: BundleIndex['projects'][number], { locale }: BundleIndex): string {
  const query = `project=${encodeURIComponent(id)}&amp;lang=${encodeURIComponent(locale)}`;
  return `<a href="?${query}">${escapeHtml(name)}</a>`;
}

function layers(index: BundleIndex, t: Translate): string {
  const countries = new Map(index.region.countries.map(({ id, name }) => [id, name]));
  const levels = new Map(index.levels.map(({ id, name }) => [id, name]));
  const item = ({ name, subtitle, coverage = [], locked }: GroupEntry): string => {
    const level = locked?.level && levels.get(locked.level);
    const lock =
      locked?.level && `${t('outline.locked')}${level === undefined ? '' : ` (${level})`}`;
    const where = listOf(
      coverage.map((id) => countries.get(id) ?? id),
      index,
    );
    return `${escapeHtml(name)}${note([subtitle, where, lock])}`;
  };
  return index.categories
    .map(({ name, groups }) => {
      // The groups of a project are listed only while it is open.
      const general = groups.filter(({ project }) => project === undefined);
      return general.length === 0 ? '' : `<h3>${escapeHtml(name)}</h3>${list(general.map(item))}`;
    })
    .join('');
}

function legend(index: BundleIndex, t: Translate): string {
  const base = baseLayerOf(index, '');
  const items = index.categories
    .flatMap(({ groups }) => groups)
    .flatMap(({ id, name }) => {
      const group = index.groups[id];
      if (!group || group.legend.length === 0) return [];
      const remarks = note([
        group.restricted && t('legend.restricted'),
        group.demo && t('demo.badge'),
      ]);
      const rows = group.legend.map((row, place) =>
        legendRow(row, index.locale, {
          base,
          opacity: group.opacity,
          id: `swatch-${id}-${place}`,
          hatch: group.restricted === true,
        }),
      );
      return [`${escapeHtml(name)}${remarks}${list(rows)}`];
    });
  return list(items);
}

function legendRow({ label, symbol }: LegendRow, locale: string, options: SwatchOptions): string {
  const swatch = swatchHtml(drawSwatch([symbol], options), swatchSize([symbol]));
  return `${swatch} ${escapeHtml(label)}${note([wordsOf(symbol, locale)])}`;
}

/**
 * Returns the part of a legend row that a swatch cannot show: the ends of a ramp, or the text of an
 * image.
 */
function wordsOf(symbol: LegendSymbol, locale: string): string | undefined {
  if (symbol.type === 'image') return symbol.text;
  const [first, last] = symbol.type === 'ramp' ? [symbol.stops[0], symbol.stops.at(-1)] : [];
  if (symbol.type !== 'ramp' || !first || !last) return undefined;
  return `${formatBound(first[0], locale)}–${formatBound(last[0], locale)}${symbol.unit === undefined ? '' : `\u00a0${symbol.unit}`}`;
}

function credit({ text, url }: Attribution): string {
  const href = url === undefined ? null : safeLink(url);
  return href === null ? escapeHtml(text) : `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
}

/**
 * Renders a page of text as HTML that is readable without scripts, with a link to the map. The
 * interface may be in another language. Every text is escaped.
 */
export function pageOutline(
  index: BundleIndex,
  { title, date, locale, text, responsible, services }: PageDocument,
): string {
  const t = translator(index);
  const since = t('screen.since', { date: formatDate(date, index.locale) });
  const hosts = list((services ?? []).map(({ name, host }) => escapeHtml(`${name} (${host})`)));
  const answers = responsible
    ? `<address>${escapeHtml(responsible.name)}<br>${escapeHtml(responsible.address)}</address>`
    : '';
  const article = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p lang="${escapeHtml(index.locale)}">${escapeHtml(since)}</p>`,
    richTextHtml(text, 2),
    section(t('screen.responsible'), answers),
    section(t('screen.third-parties'), hosts),
  ];
  return inOutline(index, `<div lang="${escapeHtml(locale)}">${article.join('')}</div>`);
}

/** Renders the message that an address has no page as HTML that is readable without scripts. */
export function missingOutline(index: BundleIndex): string {
  const t = translator(index);
  const title = escapeHtml(t('screen.missing-title'));
  return inOutline(index, `<h1>${title}</h1><p>${escapeHtml(t('screen.missing'))}</p>`);
}

/**
 * Renders an account or contact screen as HTML: its heading, and that it needs scripts. Browsers show
 * it until the scripts run.
 */
export function formOutline(index: BundleIndex, title: string): string {
  const t = translator(index);
  return inOutline(
    index,
    `<h1>${escapeHtml(title)}</h1><noscript><p>${escapeHtml(t('screen.scripts'))}</p></noscript>`,
  );
}

/** Puts the content of a screen below the title of the atlas, which links to the map. */
function inOutline({ title }: BundleIndex, html: string): string {
  return `<main class="outline"><p><a href="/">${escapeHtml(title)}</a></p>${html}</main>`;
}
