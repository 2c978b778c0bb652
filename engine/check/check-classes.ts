import { suggest } from '../diagnostics/suggest.ts';
import type { ClassList, Condition, Dataset, Field, StyleValue, Sublayer } from '../model/model.ts';
import type { Target } from '../model/report.ts';
import { checkSpellings } from './check-spellings.ts';
import { meets } from '../values/conditions.ts';
import { looksOf } from '../values/looks.ts';
import { classesOf, propertiesOf } from '../values/value-tree.ts';
import { fits } from './check-values.ts';
import { nodeOf, sublayersOf, type CheckContext } from './context.ts';
import type { FoundField } from '../model/profile.ts';

type Classes = StyleValue & { kind: 'classes' };
type ValueList = ClassList & { kind: 'values' };

/** A class list as it is used with a field of a dataset; `target` is its first use. */
interface Pair {
  readonly classes: ValueList;
  readonly field: Field;
  readonly dataset: Dataset;
  readonly target: Target;
  /** The conditions on the field itself, which keep values out. */
  readonly where: readonly Condition[];
  /** Whether the other conditions say nothing of which values are left: there are none. */
  readonly whole: boolean;
}

/** Share of the features in a class `default` above which something is probably misspelt. */
const DEFAULT_SHARE = 0.01;

/**
 * Holds class lists against the fields they are used with. Diagnostics: `unused-classes`,
 * `class-value-impossible`, `class-never-occurs`, `class-never-painted`, `value-without-class`,
 * `swallowed-by-default`, `default-share`, `class-without-color`, `class-without-icon`,
 * `class-value-no-pixel`.
 */
export function checkClasses(context: CheckContext): void {
  const used = new Set<ClassList>();
  const pairs = new Map<string, Pair>();
  for (const { sublayer } of sublayersOf(context.model)) {
    if (sublayer.rasterClasses) {
      if (!used.has(sublayer.rasterClasses)) checkPixelValues(sublayer, context);
      used.add(sublayer.rasterClasses);
    }
    for (const value of propertiesOf(sublayer).flatMap(classesOf)) {
      used.add(value.classes);
      checkTaken(value, context);
      const pair = pairOf(value, sublayer, context);
      if (!pair) continue;
      const { classes, dataset, field, whole, where } = pair;
      const asked = where.length === 0 ? '' : JSON.stringify(where);
      const key = `${classes.id}|${dataset.id}|${field.name}|${whole}|${asked}`;
      if (!pairs.has(key)) pairs.set(key, pair);
      checkPainted(classes, field, sublayer, context);
    }
  }
  const misspelt = checkOccurrence([...pairs.values()], context);
  for (const pair of pairs.values()) checkAgainstField(pair, misspelt, context);
  for (const { fields } of context.model.datasets.values())
    for (const { classes } of fields.values()) if (classes) used.add(classes);
  for (const classes of context.model.classes.values()) {
    if (!used.has(classes))
      context.report.warn(
        'unused-classes',
        { node: nodeOf(classes, context), key: 'id' },
        { id: classes.id },
      );
  }
}

/** A class list by values with the declared field of a dataset; null for other uses. */
function pairOf(value: Classes, sublayer: Sublayer, context: CheckContext): Pair | null {
  const { source, outlineOf, filter } = sublayer;
  const { classes } = value;
  if (source.kind !== 'dataset' || classes.kind !== 'values' || outlineOf !== null) return null;
  const { dataset } = source;
  const field = dataset.fields.get(value.field);
  if (!field) return null;
  const where = sublayer.where.filter((condition) => condition.field === field.name);
  const whole = where.length === sublayer.where.length && filter === null;
  const node = context.nodes.get(value);
  const target = node ? { node, key: 'classes' } : { node: nodeOf(sublayer, context) };
  return { classes, field, dataset, target, where, whole };
}

/** A class of an own raster is a value its pixels can have; 255 is no data. */
function checkPixelValues({ rasterClasses, source }: Sublayer, context: CheckContext): void {
  if (rasterClasses?.kind !== 'values' || source.kind !== 'dataset') return;
  for (const entry of rasterClasses.entries) {
    const wrong = entry.values.find(
      (value) => !(Number.isInteger(value) && Number(value) >= 0 && Number(value) < 255),
    );
    if (wrong === undefined) continue;
    context.report.error(
      'class-value-no-pixel',
      { node: nodeOf(entry, context), key: 'value' },
      { found: String(wrong) },
    );
  }
}

/** A colour property needs a colour of every class, an icon property an icon. */
function checkTaken(value: Classes, { report, nodes }: CheckContext): void {
  if (value.classes.kind !== 'values') return;
  for (const { entry } of looksOf(value.classes).rows) {
    const node = nodes.get(entry);
    if (!node) continue;
    if (value.take === 'color' && value.shade === null && entry.color === null)
      report.error('class-without-color', { node }, { classes: value.classes.id });
    if (value.take === 'icon' && entry.icon === undefined)
      report.error('class-without-icon', { node }, { classes: value.classes.id });
  }
}

function placeOf(entry: ValueList['entries'][number], context: CheckContext): Target {
  return { node: nodeOf(entry, context), key: 'value' };
}

/** Whether the field can have every value that a class names; the others are reported. */
function areValuesPossible({ classes, field, dataset }: Pair, context: CheckContext): boolean {
  const { report } = context;
  const declared = field.values?.map(String);
  let possible = true;
  for (const entry of classes.entries) {
    for (const value of entry.values) {
      if (!fits(value, field)) {
        report.error('value-type', placeOf(entry, context), {
          found: String(value),
          field: field.name,
          type: field.type,
        });
      } else if (declared && !declared.includes(String(value))) {
        possible = false;
        report.error('class-value-impossible', placeOf(entry, context), {
          found: String(value),
          classes: classes.id,
          field: field.name,
          dataset: dataset.id,
          nearest: suggest(String(value), declared),
          known: declared,
        });
      }
    }
  }
  return possible;
}

/** `misspelt` holds found values that a class surely meant, as `<classes>|<value>`. */
function checkAgainstField(pair: Pair, misspelt: ReadonlySet<string>, context: CheckContext): void {
  const { classes, field, dataset, target, where, whole } = pair;
  const { report } = context;
  const found = context.facts.profiles.get(dataset.id)?.fields[field.name];
  const declared = field.values?.map(String);
  // The values left over are those the impossible ones meant.
  if (!areValuesPossible(pair, context) || (!declared && !found)) return;
  const covered = new Set(classes.entries.flatMap((entry) => entry.values.map(String)));
  const isLeft = (value: string | number | boolean): boolean =>
    !covered.has(String(value)) &&
    !misspelt.has(`${classes.id}|${value}`) &&
    where.every((condition) => meets(value, condition));
  const declaredLeft = (declared ?? []).filter(isLeft);
  const foundLeft = (found?.values ?? []).filter(([value]) => isLeft(value));
  const left = [...new Set([...declaredLeft, ...foundLeft.map(([value]) => String(value))])];
  const params = {
    classes: classes.id,
    field: field.name,
    dataset: dataset.id,
    values: left.slice(0, 12),
  };
  if (classes.default === null) {
    const meant = nodeOf(classes, context)['default'] === 'none';
    const near = left.find((value) => suggest(value, covered) !== undefined);
    if (left.length === 0) return;
    if (!meant || near !== undefined)
      report.error('value-without-class', target, {
        ...params,
        ...(near === undefined ? {} : { near: { found: near, nearest: suggest(near, covered)! } }),
      });
    else if (declaredLeft.length > 0 || (whole && shareOf(foundLeft, found) > DEFAULT_SHARE))
      report.warn('value-without-class', target, { ...params, meant: true });
  } else if (declaredLeft.length > 0)
    report.warn('swallowed-by-default', target, { ...params, values: declaredLeft });
  if (classes.default !== null && found) checkShare(pair, found, foundLeft, context);
}

function checkShare(
  { classes, dataset, target }: Pair,
  found: FoundField,
  left: readonly (readonly [string | number | boolean, number])[],
  { report }: CheckContext,
): void {
  const nulls = classes.missing === 'default' && classes.default !== null ? found.nulls : 0;
  const share = shareOf(left, found) + (found.count === 0 ? 0 : nulls / found.count);
  if (!found.values || share <= DEFAULT_SHARE) return;
  const percent = Math.round(share * 1000) / 10;
  const values = [...left]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8)
    .map(([value, count]) => `${value} (${count})`);
  report.warn('default-share', target, {
    classes: classes.id,
    dataset: dataset.id,
    percent,
    values: nulls > 0 ? [...values, `null (${nulls})`] : values,
  });
}

/** The share of the features that have one of the values, 0 to 1. */
function shareOf(
  values: readonly (readonly [string | number | boolean, number])[],
  found: FoundField | undefined,
): number {
  return found?.count ? values.reduce((sum, [, each]) => sum + each, 0) / found.count : 0;
}

/** A class that `where` keeps out stands in the legend and is never drawn. */
function checkPainted(
  classes: ValueList,
  field: Field,
  sublayer: Sublayer,
  context: CheckContext,
): void {
  for (const condition of sublayer.where) {
    if (condition.field !== field.name || (condition.kind !== 'equals' && condition.kind !== 'not'))
      continue;
    const named = new Set(condition.values.map(String));
    const out = classes.entries.filter((entry) => {
      const inside = entry.values.some((value) => named.has(String(value)));
      return condition.kind === 'equals'
        ? !inside
        : entry.values.every((value) => named.has(String(value)));
    });
    // A condition that lets no class through is wrong itself, which is told of its values.
    if (out.length === 0 || out.length === classes.entries.length) continue;
    context.report.warn(
      'class-never-painted',
      { node: nodeOf(condition, context), key: field.name },
      { classes: classes.id, values: out.map((entry) => String(entry.values[0])) },
    );
  }
}

/**
 * Finds classes no dataset they are used with holds; several countries may share a list. One that
 * is nearly a value without a class is misspelt, an error; else it may be of no use yet, a warning.
 * Returns the values meant.
 */
function checkOccurrence(pairs: readonly Pair[], context: CheckContext): Set<string> {
  const misspelt = new Set<string>();
  const uses = new Map<ValueList, Pair[]>();
  for (const pair of pairs) {
    const known = uses.get(pair.classes);
    if (known) known.push(pair);
    else uses.set(pair.classes, [pair]);
  }
  for (const [classes, its] of uses) {
    const profiles = its.map(
      ({ dataset, field }) => context.facts.profiles.get(dataset.id)?.fields[field.name],
    );
    if (profiles.some((profile) => !profile?.values)) continue;
    const seen = new Set(
      profiles.flatMap((profile) => profile!.values!.map(([value]) => String(value))),
    );
    const covered = new Set(classes.entries.flatMap((entry) => entry.values.map(String)));
    const free = [...seen].filter((value) => !covered.has(value));
    const dataset = its[0]!.dataset.id;
    for (const entry of classes.entries) {
      const [first] = entry.values;
      if (entry.values.some((value) => seen.has(String(value))))
        for (const meant of checkSpellings(entry, classes, { seen, free, dataset }, context))
          misspelt.add(`${classes.id}|${meant}`);
      if (first === undefined || entry.values.some((value) => seen.has(String(value)))) continue;
      const nearest = suggest(String(first), free);
      const target = { node: nodeOf(entry, context), key: 'value' };
      const params = { found: String(first), classes: classes.id, dataset, nearest };
      if (nearest === undefined) context.report.warn('class-never-occurs', target, params);
      else {
        misspelt.add(`${classes.id}|${nearest}`);
        context.report.error('class-never-occurs', target, params);
      }
    }
  }
  return misspelt;
}
