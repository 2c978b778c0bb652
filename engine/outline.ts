import type { BundleIndex, GroupEntry, LegendRow, LegendSymbol } from './bundle/bundle.ts';
import { resolveGround, type GroundOf } from './style/ground.ts';
import { wordsFor, type OutlineWords } from './outline-words.ts';

/**
 * Writes the atlas as HTML that can be read before any script ran, and without a map: title,
 * languages, layers by category with their locks, legend of what is on from the start. Every text
 * is escaped; there is no style attribute, so that a strict content security policy allows it.
 */
export function outline(index: BundleIndex): string {
  const words = wordsFor(index.locale);
  const base = index.baseLayers[0] ?? { id: '', ground: 'light' as const };
  const languages = index.locales.available
    .map(({ id, name }) =>
      id === index.locale
        ? `<li><span lang="${escape(id)}" aria-current="true">${escape(name)}</span></li>`
        : `<li><a lang="${escape(id)}" hreflang="${escape(id)}" href="?lang=${encodeURIComponent(id)}">${escape(name)}</a></li>`,
    )
    .join('');
  const categories = index.categories.map((category) => {
    const groups = category.groups.filter(({ project }) => project === undefined);
    if (groups.length === 0) return '';
    return `<h3>${escape(category.name)}</h3><ul>${groups.map((group) => listItem(group, index, words)).join('')}</ul>`;
  });
  const legend = index.categories
    .flatMap(({ groups }) => groups)
    .flatMap((entry) => {
      const rows = index.groups[entry.id]?.legend ?? [];
      return rows.length === 0
        ? []
        : [
            `<li>${escape(entry.name)}<ul>${rows.map((row) => legendRow(row, base)).join('')}</ul></li>`,
          ];
    });
  const projects = index.projects.map(
    (project) =>
      `<li><a href="?project=${encodeURIComponent(project.id)}&amp;lang=${encodeURIComponent(index.locale)}">${escape(project.name)}</a></li>`,
  );
  return [
    '<div class="outline">',
    `<h1>${escape(index.title)}</h1>`,
    `<nav aria-label="${escape(words.languages)}"><ul>${languages}</ul></nav>`,
    projects.length > 0 ? `<h2>${escape(words.projects)}</h2><ul>${projects.join('')}</ul>` : '',
    `<h2>${escape(words.layers)}</h2>`,
    ...categories,
    legend.length > 0 ? `<h2>${escape(words.legend)}</h2><ul>${legend.join('')}</ul>` : '',
    `<p>${index.attribution.map(({ text }) => escape(text)).join(' · ')}</p>`,
    '</div>',
  ].join('');
}

function listItem(group: GroupEntry, index: BundleIndex, words: OutlineWords): string {
  const names = new Map(index.region.countries.map(({ id, name }) => [id, name]));
  const coverage = (group.coverage ?? []).map((id) => names.get(id) ?? id).join(', ');
  const level = group.locked
    ? index.levels.find(({ id }) => id === group.locked!.level)?.name
    : undefined;
  const notes = [
    group.subtitle,
    coverage,
    group.locked ? `${words.locked}${level ? ` (${level})` : ''}` : undefined,
  ].filter((note) => note);
  return `<li>${escape(group.name)}${notes.length > 0 ? ` <small>${escape(notes.join(' · '))}</small>` : ''}</li>`;
}

function legendRow({ label, symbol }: LegendRow, base: GroundOf): string {
  return `<li>${swatch(symbol, base)} ${escape(label)}</li>`;
}

/** A small picture of a symbol, drawn with attributes only. */
function swatch(symbol: LegendSymbol, base: GroundOf): string {
  const draw = (inner: string): string =>
    `<svg width="22" height="14" aria-hidden="true">${inner}</svg>`;
  const color = (value: Parameters<typeof resolveGround<string>>[0]): string =>
    escape(resolveGround(value, base));
  switch (symbol.type) {
    case 'fill':
      return draw(
        `<rect x="1" y="1" width="20" height="12" fill="${color(symbol.color)}" fill-opacity="${symbol.opacity}"${symbol.outline === undefined ? '' : ` stroke="${color(symbol.outline)}"`}/>`,
      );
    case 'line':
      return draw(
        `<path d="M1 7h20" stroke="${color(symbol.color)}" stroke-width="${symbol.width}"/>`,
      );
    case 'circle':
      return draw(
        `<circle cx="11" cy="7" r="${Math.min(symbol.radius, 6)}" fill="${color(symbol.color)}"${symbol.stroke === undefined ? '' : ` stroke="${color(symbol.stroke)}"`}/>`,
      );
    default:
      return '';
  }
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
