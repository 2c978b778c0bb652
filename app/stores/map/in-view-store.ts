import { makeAutoObservable, observableRef } from 'mobx';
import { boxOf, compilePopup, type FeatureHit } from 'atlas-engine/runtime';
import { distance, middleOf } from '../places/geometry.ts';
import type { BundleStore } from '../bundle/bundle-store.ts';
import type { MapStore } from './map-store.ts';
import type { Place } from '../places/place.ts';
import type { SideStore } from '../page/side-store.ts';

/** Maximum number of listed features. */
export const MOST_LISTED = 50;

/** Lowest zoom at which a point is shown after it was chosen in the list. */
const POINT_ZOOM = 10;

/** A feature in view. */
export interface InView {
  readonly key: string;
  readonly hit: FeatureHit;
  readonly title: string;
  readonly language?: string;
  readonly layer: string;
  readonly place: Place;
  /** Distance from the middle of the map in metres. */
  readonly metres: number;
}

interface InViewNeeds {
  readonly bundles: BundleStore;
  readonly map: MapStore;
  readonly side: SideStore;
}

/** The list of the features in view, nearest to the middle of the map first. */
export class InViewStore {
  /** While the list is closed, the map does not look for features. */
  open = false;
  listed: readonly InView[] = [];
  /** Number of features in view, including those that are not listed. */
  total = 0;

  private readonly needs: InViewNeeds;

  constructor(needs: InViewNeeds) {
    this.needs = needs;
    makeAutoObservable<this, 'needs'>(
      this,
      { listed: observableRef, needs: false },
      { autoBind: true },
    );
  }

  toggle(): void {
    this.open = !this.open;
    if (!this.open) this.show([]);
  }

  show(hits: readonly FeatureHit[]): void {
    const { bundle } = this.needs.bundles;
    const { seen } = this.needs.map;
    const from: Place = [seen?.lng ?? 0, seen?.lat ?? 0];
    this.total = hits.length;
    this.listed = hits
      .map((hit) => {
        const place = middleOf(boxOf(hit.geometry));
        return { hit, place, metres: distance(from, place) };
      })
      .sort((a, b) => a.metres - b.metres)
      .slice(0, MOST_LISTED)
      .map(({ hit, place, metres }, index) => {
        const { title, language, layer } = compilePopup(bundle, hit);
        const key = hit.id === '' ? `place ${index}` : `${hit.source}/${hit.group}/${hit.id}`;
        return { key, hit, title, layer, place, metres, ...(language && { language }) };
      });
  }

  /** Selects a feature of the list and moves the map to it. */
  choose({ hit, place: [lng, lat] }: InView): void {
    const { map, side } = this.needs;
    const [west, south, east, north] = boxOf(hit.geometry);
    side.select([hit], [lng, lat]);
    if (west < east && south < north) map.goToArea({ bounds: [west, south, east, north] });
    else map.goTo({ lng, lat, zoom: Math.max(map.seen?.zoom ?? 0, POINT_ZOOM) });
  }
}
