import type { ClassList, Look, Sublayer, Text } from '../../model/model.ts';
import type { Target } from '../../model/report.ts';
import { generalGroups, nodeOf, type CheckContext } from '../context.ts';
import { itemAt, valueAt } from '../places.ts';

/** Maximum length of a label of a legend, in characters. Longer ones fill several lines. */
const MAX_LABEL = 60;

/**
 * Checks the rows of legends: the length of their labels, and whether neighbours look the same.
 * Diagnostics: `long-label`, `same-color`.
 */
export function checkLegends(context: CheckContext): void {
  for (const list of context.model.classes.values()) {
    for (const { entry } of list.kind === 'values' ? list.looks.rows : [])
      checkLabel(entry, entry.label, context);
    checkNeighbours(list, context);
  }
  for (const { sublayers } of generalGroups(context.model))
    for (const sublayer of sublayers)
      if (hasRow(sublayer)) checkLabel(sublayer, sublayer.label!, context);
}

function hasRow({ label, legend, outlineOf }: Sublayer): boolean {
  return label !== null && legend.kind === 'auto' && outlineOf === null;
}

function checkLabel(owner: object, label: Text, context: CheckContext): void {
  const node = context.nodes.get(owner);
  const longest = Object.values(label).toSorted((a, b) => b.length - a.length)[0] ?? '';
  if (!node || longest.length <= MAX_LABEL) return;
  const params = { found: longest, length: longest.length, most: MAX_LABEL };
  context.report.warn('long-label', { node, key: 'label' }, params);
}

/** Reports each class that looks like the one above it. */
function checkNeighbours(list: ClassList, context: CheckContext): void {
  if (list.kind === 'ramp') return;
  list.looks.rows.forEach((row, i, rows) => {
    const above = rows[i - 1];
    if (!above || !looksAlike(row, above)) return;
    const [target, other] = [row, above].map((each) => placeOf(each, list, context)) as [
      Target,
      Target,
    ];
    const params = { classes: list.id, color: Object.values(row.entry.color!)[0]! };
    const related = [{ target: other, note: 'first-defined-here' as const }];
    context.report.warn('same-color', target, params, related);
  });
}

function looksAlike({ entry: a }: Look, { entry: b }: Look): boolean {
  const lookOf = (entry: typeof a): string =>
    JSON.stringify([entry.color, entry.shades, entry.icon]).toLowerCase();
  return a.color !== null && lookOf(a) === lookOf(b);
}

function placeOf({ entry, key }: Look, list: ClassList, context: CheckContext): Target {
  const node = context.nodes.get(entry);
  if (node) return { node, key: 'color' };
  if (list.kind !== 'steps') return valueAt(list, 'id', context);
  const step = list.steps.findIndex(([from]) => String(from) === key);
  return itemAt(nodeOf(list, context), 'steps', step);
}
