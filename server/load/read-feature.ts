import type { Dataset, Field, LoadFrom } from 'atlas-engine';
import type { AttributeValue, Bounds, FieldProfile } from '../store/store.ts';
import { passesAll } from './conditions.ts';
import { LINE } from './feature-line.ts';
import { flattenProperties } from './flatten.ts';
import { parseValue } from './parse-value.ts';
import { ProfileCollector } from './profile.ts';
import type { RefusedRecord } from './refused-record.ts';

/** A feature with parsed attributes and raw geometry. */
export interface ReadFeature {
  readonly geometry: unknown;
  /** The values, in the order of the declared fields. */
  readonly values: readonly AttributeValue[];
  readonly unread: readonly boolean[];
  /** Whether the feature has an attribute with this name, even if null. */
  readonly there: readonly boolean[];
  /** Raw attributes without a declared field. */
  readonly others: ReadonlyMap<string, unknown>;
  /** Line in the file, from 1; undefined for formats without lines. */
  readonly line?: number;
}

/** Reads features of one dataset. */
export class FeatureReader {
  readonly #dataset: Dataset;
  readonly #fields: readonly Field[];
  readonly #places: ReadonlyMap<string, number>;
  readonly #numbers: NumberForm;

  constructor(dataset: Dataset) {
    this.#dataset = dataset;
    this.#numbers = numberForm(dataset.load);
    this.#fields = [...dataset.fields.values()];
    this.#places = new Map(this.#fields.map(({ name }, place) => [name, place]));
  }

  /** Returns null for a value that is not a GeoJSON feature. */
  read(raw: unknown): ReadFeature | null {
    if (typeof raw !== 'object' || raw === null) return null;
    const {
      type,
      properties,
      geometry,
      [LINE]: line,
    } = raw as Record<string, unknown> & { readonly [LINE]?: number };
    if (type !== 'Feature') return null;
    const others = flattenProperties(properties);
    const parsed = this.#fields.map((field) => {
      return parseValue(plainNumber(others.get(field.name), field, this.#numbers), field);
    });
    const there = this.#fields.map(({ name }) => others.has(name));
    for (const { name } of this.#fields) others.delete(name);
    return {
      geometry,
      values: parsed.map(({ value }) => value),
      unread: parsed.map(({ unread }) => unread),
      there,
      others,
      ...(line !== undefined && { line }),
    };
  }

  /** Returns the values of a record that is not a feature. Messages use them to name the record. */
  readRefused({ properties }: RefusedRecord): readonly AttributeValue[] {
    return this.read({ type: 'Feature', properties, geometry: null })!.values;
  }

  /** Returns whether the feature passes the dataset's `only`; an unknown name counts as null. */
  passesOnly(feature: ReadFeature): boolean {
    return passesAll(this.#dataset.only, (name) => this.valueOf(feature, name));
  }

  valueOf(feature: ReadFeature, name: string): AttributeValue {
    const place = this.#places.get(name);
    return place === undefined ? null : (feature.values[place] ?? null);
  }
}

/**
 * Collects the profile of every field of a dataset, undeclared ones included. A declared field that
 * no feature has is left out.
 */
export class DatasetProfiler {
  readonly #declared: readonly (readonly [string, ProfileCollector])[];
  readonly #others = new Map<string, ProfileCollector>();
  readonly #seen = new Set<string>();
  #total = 0;

  constructor(dataset: Dataset) {
    this.#declared = [...dataset.fields.values()].map(({ name, type }) => [
      name,
      new ProfileCollector(type),
    ]);
  }

  /** `place` is the rectangle around the feature. */
  add({ values, unread, there, others }: ReadFeature, place?: Bounds): void {
    this.#total++;
    this.#declared.forEach(([name, collector], index) => {
      if (there[index]) this.#seen.add(name);
      collector.add(values[index] ?? null, unread[index] ?? false, place);
    });
    for (const [name, raw] of others) {
      let collector = this.#others.get(name);
      if (collector === undefined) this.#others.set(name, (collector = new ProfileCollector(null)));
      collector.add(plainValue(raw), false);
    }
  }

  profiles(): Record<string, FieldProfile> {
    return Object.fromEntries(
      [...this.#declared.filter(([name]) => this.#seen.has(name)), ...this.#others].map(
        ([name, collector]) => [name, collector.profile(this.#total)],
      ),
    );
  }
}

/** How the numbers of a file are written. */
interface NumberForm {
  readonly decimalComma: boolean;
  readonly thousandsSpace: boolean;
}

function numberForm(load: LoadFrom): NumberForm {
  if (load.kind === 'file' && load.format !== 'geotiff')
    return {
      decimalComma: load.decimal === 'comma',
      thousandsSpace: load.thousands === 'space',
    };
  if (load.kind === 'service' && load.fallback !== undefined) return numberForm(load.fallback);
  return { decimalComma: false, thousandsSpace: false };
}

/** Matches a number with spaces between groups of three digits; `\s` includes no-break spaces. */
const GROUPED = /^\s*[+-]?\d{1,3}(?:\s\d{3})+(?:[.,]\d+)?\s*$/;

/** Returns the text of a number without separators and with a decimal point; other values unchanged. */
function plainNumber(raw: unknown, { type }: Field, form: NumberForm): unknown {
  if (typeof raw !== 'string' || (type !== 'number' && type !== 'integer')) return raw;
  const whole = form.thousandsSpace && GROUPED.test(raw) ? raw.replace(/\s/g, '') : raw;
  return form.decimalComma && type === 'number' ? whole.replace(',', '.') : whole;
}

/** Returns a raw value unchanged, except that empty text becomes null and lists become texts. */
function plainValue(raw: unknown): AttributeValue {
  if (typeof raw === 'string') return raw.trim() === '' ? null : raw;
  if (typeof raw === 'number' || typeof raw === 'boolean') return raw;
  return Array.isArray(raw) ? raw.map(String) : null;
}
