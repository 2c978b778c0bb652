/** Renders parts of a bundle as readable text. */
import type {
  AtlasBundle,
  GroupEntry,
  LegendEntry,
  LegendRow,
  LegendSymbol,
  PopupLine,
  PopupModel,
} from 'atlas-engine/runtime';

const lines = (parts: readonly string[]): string => parts.map((part) => `${part}\n`).join('');

/** Returns `name (one, two)`, or the name alone without notes. */
function noted(name: string, notes: readonly (string | false | undefined)[]): string {
  const said = notes.filter((note) => note !== false && note !== undefined);
  return said.length > 0 ? `${name} (${said.join(', ')})` : name;
}

/** Renders the legend: one line per group, and one per row below it. */
export function renderLegend(legend: readonly LegendEntry[]): string {
  return lines(
    legend.flatMap(({ name, rows, opacity, visible, restricted, demo, minzoom }) => [
      noted(name, [
        opacity < 1 && `opacity ${opacity}`,
        !visible && 'hidden',
        restricted && 'restricted',
        demo && 'demonstration',
        minzoom !== undefined && `from zoom ${minzoom}`,
      ]),
      ...rows.map(renderRow),
    ]),
  );
}

/** Renders the rows of the base map; empty without rows. */
export function renderBaseLegend(rows: readonly LegendRow[]): string {
  if (rows.length === 0) return '';
  return lines(['Base map', ...rows.map(renderRow)]);
}

const renderRow = ({ label, symbol }: LegendRow): string => `  ${label}: ${renderSymbol(symbol)}`;

/** Renders `circle, color #AA0000, radius 5`. */
function renderSymbol({ type, ...looks }: LegendSymbol): string {
  const said = Object.entries(looks).map(([key, value]) =>
    value === true
      ? key
      : `${key} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
  );
  return [type, ...said].join(', ');
}

/** Renders the popups of a click, topmost first. */
export function renderPopups(popups: readonly PopupModel[]): string {
  return popups
    .map(({ title, language, layer, rows, sections, details }) =>
      lines([
        noted(title, [layer, language !== undefined && `in ${language}`]),
        ...rows.map((row) => `  ${renderLine(row)}`),
        ...sections.flatMap(({ heading, rows: inner }) => [
          `  ${heading}`,
          ...inner.map((row) => `    ${renderLine(row)}`),
        ]),
        ...(details ? [`  more: /api/features/${details.dataset}/${details.id}`] : []),
      ]),
    )
    .join('\n');
}

function renderLine({ label, value, formatted, language }: PopupLine): string {
  if (language !== undefined) return noted(`${label}: ${value}`, [`in ${language}`]);
  if (formatted.kind === 'link') return `${label}: ${value} -> ${formatted.href}`;
  return `${label}: ${formatted.kind === 'photos' ? formatted.addresses.join(' ') : value}`;
}

/** Renders the panel: base maps, then categories with their groups and projects. */
export function renderPanel({ baseLayers, categories, projects }: AtlasBundle): string {
  const stories = projects.map(({ name, category, groups }) => ({
    category,
    text: noted(name, [groups.length > 0 && `groups ${groups.join(' ')}`]),
  }));
  return lines([
    `Base maps: ${baseLayers.map(({ name }) => name).join(', ')}`,
    ...categories.flatMap(({ id, name, groups }) => [
      name,
      ...groups.map((entry) => `  ${renderEntry(entry)}`),
      ...stories.filter(({ category }) => category === id).map(({ text }) => `  Story ${text}`),
    ]),
    ...stories.filter(({ category }) => category === undefined).map(({ text }) => `Story ${text}`),
  ]);
}

function renderEntry(entry: GroupEntry): string {
  const { id, name, aliases, subtitle, coverage, locked, project, minzoom } = entry;
  return noted(`${id}: ${name}`, [
    subtitle && `"${subtitle}"`,
    aliases && `formerly ${aliases.join(' ')}`,
    coverage && `covers ${coverage.join(' ')}`,
    entry.checked && 'checked',
    entry.open && 'open',
    locked && `locked for ${locked.level}${locked.granted ? `, granted ${locked.granted}` : ''}`,
    project !== undefined && `of story ${project}`,
    minzoom !== undefined && `from zoom ${minzoom}`,
  ]);
}
