/** What the writers of files have in common. */
import type { FieldType } from 'atlas-engine';
import type { Geometry } from 'geojson';
import type { AttributeValue, StoredFeature } from '../../store/store.ts';

/** A field as the files describe it. Texts are by locale. */
export interface FileField {
  readonly name: string;
  readonly type: FieldType;
  readonly label: Readonly<Record<string, string>>;
  readonly unit?: Readonly<Record<string, string>>;
  /** Labels of the values, by the value as text. */
  readonly values?: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** The type of a geometry in files; collections are not stored. */
export type ShapeType = Exclude<Geometry['type'], 'GeometryCollection'>;

/** What is known of the features before they are written. */
export interface FeatureCensus {
  readonly count: number;
  readonly bounds: readonly [west: number, south: number, east: number, north: number];
  readonly types: ReadonlySet<ShapeType>;
  /** The largest number of bytes of a value of each field as text, in UTF-8. */
  readonly widths: ReadonlyMap<string, number>;
}

/** Features that can be read in any order, by their number from 0. */
export interface FeatureSource {
  /** Returns the boxes of all features: west, south, east and north of each. */
  boxes(): Float64Array;
  /** Yields the features with these numbers. */
  at(rows: Iterable<number>): Iterable<StoredFeature>;
}

/** A sheet of texts in a spreadsheet. Its first row is a heading. */
export interface TextSheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
}

/** A file to write. */
export interface FilePlan {
  readonly folder: string;
  /** The name of the files, without their ending. */
  readonly name: string;
  readonly fields: readonly FileField[];
  readonly census: FeatureCensus;
  /** A sentence about the files; null if there is nothing to say. */
  readonly note: string | null;
  /** The language of the spreadsheet. */
  readonly locale: string;
  /** The title of the dataset in it. */
  readonly title: string;
  /** The sheets after the features: the meaning of the fields, and the sources and terms. */
  readonly sheets: readonly TextSheet[];
  /** The features, for writers that need another order. */
  readonly source: FeatureSource;
  /** Whether the features are invented for demonstration. */
  readonly demo: boolean;
}

/** Writes features in the order of calls. `end` returns the names of the files in the folder. */
export interface FeatureWriter {
  add(feature: StoredFeature): void;
  end(): readonly string[] | Promise<readonly string[]>;
}

/**
 * Returns a value as text. A list is separated by semicolons, or JSON if one of its texts contains
 * a semicolon, so that the loader reads the same list.
 */
export function textOf(value: AttributeValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const isPlain = value.every((item) => !item.includes(';') && !item.startsWith('['));
  return isPlain ? value.join('; ') : JSON.stringify(value);
}

/** Returns the heading of a field for people: its label and unit. */
export function headingOf({ name, label, unit }: FileField, locale: string): string {
  const heading = label[locale] ?? name;
  return unit?.[locale] ? `${heading} (${unit[locale]})` : heading;
}
