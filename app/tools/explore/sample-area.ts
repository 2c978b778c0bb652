import {
  boxOf,
  linesOf,
  type Bounds,
  type BundleExplore,
  type PopupLine,
} from 'atlas-engine/runtime';
import type { ChosenArea } from '../../stores/places/area-store.ts';
import type { BundleStore } from '../../stores/bundle/bundle-store.ts';
import type { PagedFeature } from 'atlas-engine/http';

/** A sample area as the server sends it. */
export interface SampleArea extends PagedFeature {
  readonly geometry: ChosenArea['geometry'];
}

/** A sample area in the words of the reader. */
export interface AreaWords {
  readonly title: string;
  /** The language of the title, if it is not the reader's. */
  readonly language?: string | undefined;
  readonly description?: PopupLine | undefined;
  readonly country?: string | undefined;
  readonly theme?: string | undefined;
  /** Address of the picture. */
  readonly picture?: string | undefined;
}

type Row = BundleExplore['title'][number];

/** Returns whether a feature is an area. */
export function isArea(feature: PagedFeature): feature is SampleArea {
  return feature.geometry.type === 'Polygon' || feature.geometry.type === 'MultiPolygon';
}

/** Describes an area with the fields that the atlas declares. */
export function describeArea(
  { id, properties }: PagedFeature,
  explore: BundleExplore,
  { index }: Pick<BundleStore, 'index'>,
): AreaWords {
  const lines = (rows: readonly (Row | undefined)[]): readonly PopupLine[] =>
    linesOf(
      rows.flatMap((row) => (row ? [{ ...row, label: '' }] : [])),
      { properties, dataset: explore.areas },
      index,
    );
  const [title] = lines(explore.title);
  const [description] = lines(explore.description);
  const [country] = lines([explore.country]);
  const [theme] = lines([explore.theme]);
  const [picture] = lines([explore.picture]);
  return {
    title: title?.value ?? String(id),
    language: title?.language,
    description,
    country: country?.value,
    theme: theme?.value,
    picture: picture?.formatted.kind === 'photos' ? picture.formatted.addresses[0] : undefined,
  };
}

/** Returns the rectangle around an area. */
export function boundsOf({ geometry }: SampleArea): Bounds {
  return boxOf(geometry);
}
