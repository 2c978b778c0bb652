import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Bounds } from 'atlas-engine/runtime';
import type { AskPosition, Position } from '../../net/ask-position.ts';
import { contains } from '../places/area.ts';
import type { BundleStore } from '../bundle/bundle-store.ts';
import type { MapStore } from './map-store.ts';
import type { Place } from '../places/place.ts';
import type { UiStore } from '../page/ui-store.ts';

/** The smallest radius in metres that the map shows around the position. */
const MIN_RADIUS = 2000;
const METRES_PER_DEGREE = 111_320;

/** The stores that a position changes. */
interface LocateNeeds {
  readonly bundles: BundleStore;
  readonly map: MapStore;
  readonly ui: UiStore;
}

/** The position of the device on the map. */
export class LocateStore {
  position: Position | null = null;
  asking = false;

  private readonly needs: LocateNeeds;

  constructor(needs: LocateNeeds) {
    this.needs = needs;
    makeAutoObservable<this, 'needs'>(
      this,
      { position: observableRef, needs: false },
      { autoBind: true },
    );
  }

  hide(): void {
    this.position = null;
  }

  /** Asks for the position and shows it, or says why not. The map never leaves the region. */
  async show(ask: AskPosition): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    const answer = await ask();
    runInAction(() => {
      this.asking = false;
      if (typeof answer === 'string') this.needs.ui.say({ text: `locate.${answer}` });
      else this.take(answer);
    });
  }

  private take(position: Position): void {
    const { bundles, map, ui } = this.needs;
    const [lng, lat] = position.place;
    if (!contains(bundles.index.region.bounds, { lng, lat, zoom: 0 })) {
      ui.say({ text: 'locate.outside' });
      return;
    }
    this.position = position;
    map.goToArea({ bounds: around(position.place, Math.max(MIN_RADIUS, position.accuracy)) });
  }
}

/** Returns the bounds of a circle; the radius is in metres. */
function around([lng, lat]: Place, radius: number): Bounds {
  const high = radius / METRES_PER_DEGREE;
  const wide = high / Math.cos((lat * Math.PI) / 180);
  return [lng - wide, lat - high, lng + wide, lat + high];
}
