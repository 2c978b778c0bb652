import type { ByGround, LegendRow, LegendSymbol } from '../bundle/bundle.ts';
import { groupBy } from '../basics/group-by.ts';
import { present } from '../basics/present.ts';
import { labelOf } from '../values/looks.ts';
import { isOutlineOfOther } from '../values/outline-of.ts';
import { sizeRows } from './compile-legend-sizes.ts';
import { legendCandidates, type Candidate } from './compile-legend-symbols.ts';
import type { CompileOptions } from './compile-options.ts';
import { fileAddress } from './compile-source.ts';
import { placesOf } from './compile-legend-places.ts';
import type { CompileTables, LegendOwner, MergedRows } from './compile-tables.ts';

/**
 * Compiles the legend of a group or base map from the paint of its sublayers: one row per class
 * list and value.
 * Sublayers and countries with the same look share a row; different looks get rows with their own
 * labels. Labels (symbol layers without icons), sublayers with `legend: none` and classes
 * that no feature has have no row.
 */
export function compileLegendRows(
  owner: LegendOwner,
  options: Pick<CompileOptions, 'locale' | 'fileVersion' | 'range' | 'places'>,
  tables: CompileTables,
): LegendRow[] {
  return legendRows(owner, options, tables).map((row) =>
    row.symbol.type === 'image' || row.symbol.type === 'icon'
      ? { ...row, symbol: withAddress(row.symbol, options) }
      : row,
  );
}

/** Replaces the path of an image by its address on the server. */
function withAddress(
  symbol: LegendSymbol & { type: 'image' | 'icon' },
  options: Pick<CompileOptions, 'fileVersion'>,
): LegendSymbol {
  return symbol.type === 'image'
    ? { ...symbol, url: fileAddress(symbol.url, options) }
    : { ...symbol, icon: addressByGround(symbol.icon, options) };
}

function addressByGround(
  path: ByGround<string>,
  options: Pick<CompileOptions, 'fileVersion'>,
): ByGround<string> {
  if (typeof path === 'string') return fileAddress(path, options);
  const addresses = Object.entries(path['by-ground']).map(
    ([ground, each]) => [ground, fileAddress(each, options)] as const,
  );
  return { 'by-ground': Object.fromEntries(addresses) };
}

function legendRows(
  owner: LegendOwner,
  options: Pick<CompileOptions, 'locale' | 'range' | 'places'>,
  tables: CompileTables,
): LegendRow[] {
  const { locale } = options;
  if (owner.legend?.kind === 'none') return [];
  if (owner.legend?.kind === 'image') return [imageRow(owner.legend, owner.name[locale]!, locale)];
  const rows: LegendRow[] = [];
  const merged = mergedOf(owner, tables);
  for (const alike of merged) {
    for (const members of alike) {
      const scales = members.flatMap(({ scale }) => scale ?? []);
      if (scales.length > 0) rows.push(...sizeRows(scales, members[0]!.symbol, options));
      else {
        const places = placesOf(members, options);
        if (places?.length !== 0)
          rows.push(present({ ...rowOf(members, alike.length > 1, owner, locale), places }));
      }
    }
  }
  for (const sublayer of owner.sublayers) {
    if (sublayer.legend.kind === 'image' && !isOutlineOfOther(sublayer, owner))
      rows.push(imageRow(sublayer.legend, sublayer.label?.[locale] ?? owner.name[locale]!, locale));
  }
  return rows;
}

function imageRow(
  mode: { image: Readonly<Record<string, string>>; text: Readonly<Record<string, string>> },
  label: string,
  locale: string,
): LegendRow {
  return { label, symbol: { type: 'image', url: mode.image[locale]!, text: mode.text[locale]! } };
}

/**
 * Returns the merged rows of a group or base map. They are cached, because they are the same in
 * every language.
 */
function mergedOf(owner: LegendOwner, { legends, grounds }: CompileTables): MergedRows {
  let merged = legends.get(owner);
  if (!merged) {
    const drawn = owner.sublayers.filter(
      (sublayer) =>
        sublayer.legend.kind !== 'none' &&
        sublayer.legend.kind !== 'image' &&
        !isOutlineOfOther(sublayer, owner),
    );
    // The rows of a base map are in the order of drawing, from top to bottom.
    const ordered = owner.baseMap === false ? drawn : drawn.toReversed();
    merged = merge(ordered.flatMap((sublayer) => legendCandidates(sublayer, owner, grounds)));
    legends.set(owner, merged);
  }
  return merged;
}

function merge(candidates: readonly Candidate[]): MergedRows {
  return [...groupBy(candidates, ({ entry }) => entry).values()].map(byLook);
}

/** Groups candidates with the same look, ordered by the first candidate of each group. */
function byLook(candidates: readonly Candidate[]): readonly (readonly Candidate[])[] {
  if (candidates.length === 1) return [candidates];
  return [...groupBy(candidates, ({ symbol }) => JSON.stringify(symbol)).values()];
}

/**
 * Returns the row of candidates with the same look; `others` is true when the same class also has
 * other looks.
 */
function rowOf(
  members: readonly Candidate[],
  others: boolean,
  owner: LegendOwner,
  locale: string,
): LegendRow {
  const { look, own, isCountry } = members[0]!;
  const symbol = symbolIn(members[0]!, locale);
  const said = look && labelOf(look, locale);
  if (!others) {
    const single = members.length === 1 && !isCountry ? own : null;
    return { label: said ?? (single ?? owner.name)[locale]!, symbol };
  }
  const names = [...new Set(members.flatMap((member) => member.own?.[locale] ?? []))].join(', ');
  if (names === '') return { label: said ?? owner.name[locale]!, symbol };
  return { label: said === null ? names : `${said} (${names})`, symbol };
}

function symbolIn({ symbol, unit }: Candidate, locale: string): LegendSymbol {
  return symbol.type === 'ramp' && unit?.[locale] ? { ...symbol, unit: unit[locale] } : symbol;
}
