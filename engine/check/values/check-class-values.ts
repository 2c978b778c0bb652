import { suggest } from '../../diagnostics/suggest.ts';
import type { FoundField } from '../../model/profile.ts';
import { present } from '../../basics/present.ts';
import { meets } from '../../values/conditions.ts';
import { fits } from './check-values.ts';
import { MAX_COMPARISONS, namedValues, paramsOf, type Pair } from './class-pairs.ts';
import type { Scalar } from './comparisons.ts';
import { foundField, nodeOf, type CheckContext } from '../context.ts';
import { valueAt } from '../places.ts';

/**
 * Maximum share of the features in the class `default`. If there are more, a value is probably
 * misspelt.
 */
const DEFAULT_SHARE = 0.01;

/** Values of a field that the class list is used for and that belong to no class. */
interface Left {
  readonly declared: readonly string[];
  /** The values, each with its number of features. */
  readonly found: readonly (readonly [value: Scalar, count: number])[];
  /** The share of features with one of the found values, 0 to 1. */
  readonly share: number;
}

/**
 * Checks a class list against the values of a field. `misspelt` are found values for which a class
 * is misspelt, as `<classes>|<value>`.
 */
export function checkClassValues(
  pair: Pair,
  misspelt: ReadonlySet<string>,
  context: CheckContext,
): void {
  const { classes, field, dataset, target, where } = pair;
  const found = foundField(dataset, field.name, context);
  // The remaining values are probably the correct spellings of the impossible ones.
  if (!areValuesPossible(pair, context) || (!field.values && !found)) return;
  const named = namedValues(classes);
  const isLeft = (value: Scalar): boolean =>
    !named.has(String(value)) &&
    !misspelt.has(`${classes.id}|${value}`) &&
    where.every((condition) => meets(value, condition));
  const declared = (field.values ?? []).map(String).filter(isLeft);
  const foundLeft = (found?.values ?? []).filter(([value]) => isLeft(value));
  const count = foundLeft.reduce((sum, [, each]) => sum + each, 0);
  const left = { declared, found: foundLeft, share: found?.count ? count / found.count : 0 };
  if (classes.default === null) return checkWithoutClass(pair, left, context);
  if (declared.length > 0)
    context.report.warn('swallowed-by-default', target, { ...paramsOf(pair), values: declared });
  if (found) checkShare(pair, found, left, context);
}

/**
 * Returns whether the field can have every value of the classes, and adds diagnostics for the
 * others.
 */
function areValuesPossible(pair: Pair, context: CheckContext): boolean {
  const { classes, field } = pair;
  const known = field.values?.map(String);
  let possible = true;
  for (const entry of classes.entries) {
    const target = valueAt(entry, 'value', context);
    for (const value of entry.values) {
      const found = String(value);
      if (!fits(value, field)) {
        const params = { found, field: field.name, type: field.type };
        context.report.error('value-type', target, params);
      } else if (known && !known.includes(found)) {
        possible = false;
        const params = { ...paramsOf(pair), found, nearest: suggest(found, known), known };
        context.report.error('class-value-impossible', target, params);
      }
    }
  }
  return possible;
}

/**
 * Reports values without a class. This is an error if the list has no class for other values, and
 * does not declare `default: none`.
 */
function checkWithoutClass(pair: Pair, left: Left, context: CheckContext): void {
  const { classes, target, whole } = pair;
  // The value of a class that repeats another one was probably meant to be one of these.
  if (classes.entries.some((entry) => entry.values.length === 0)) return;
  const values = [...new Set([...left.declared, ...left.found.map(([value]) => String(value))])];
  if (values.length === 0) return;
  const params = { ...paramsOf(pair), values: values.slice(0, 12) };
  const named = namedValues(classes);
  const isCompared = values.length * named.size <= MAX_COMPARISONS;
  const [near] = (isCompared ? values : []).flatMap((found) => {
    const nearest = suggest(found, named);
    return nearest === undefined ? [] : { found, nearest };
  });
  const isMeant = nodeOf(classes, context)['default'] === 'none';
  if (!isMeant || near)
    context.report.error('value-without-class', target, present({ ...params, near }));
  else if (left.declared.length > 0 || (whole && left.share > DEFAULT_SHARE))
    context.report.warn('value-without-class', target, { ...params, meant: true });
}

function checkShare(
  { classes, dataset, target }: Pair,
  found: FoundField,
  left: Left,
  { report }: CheckContext,
): void {
  const nulls = classes.missing === 'default' ? found.nulls : 0;
  const share = left.share + (found.count === 0 ? 0 : nulls / found.count);
  if (!found.values || share <= DEFAULT_SHARE) return;
  const most = left.found.toSorted(([, a], [, b]) => b - a).slice(0, 8);
  const values = most.map(([value, count]) => `${value} (${count})`);
  report.warn('default-share', target, {
    classes: classes.id,
    dataset: dataset.id,
    percent: Math.round(share * 1000) / 10,
    values: nulls > 0 ? [...values, `null (${nulls})`] : values,
  });
}
