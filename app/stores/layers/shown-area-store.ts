import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { boxOf, type Bounds, type Ring, type ShownArea } from 'atlas-engine/runtime';
import type { NamedArea, OutlineAnswer } from 'atlas-engine/http';
import { samePart } from '../../address/address.ts';
import { formatArea, type AreaName } from '../../address/area-text.ts';
import type { IsInside } from '../places/inside-area.ts';
import type { Network } from '../../net/http-client.ts';
import type { BundleStore } from '../bundle/bundle-store.ts';
import type { MapStore } from '../map/map-store.ts';
import type { UiStore } from '../page/ui-store.ts';

interface ShownAreaNeeds {
  readonly bundles: BundleStore;
  readonly map: MapStore;
  readonly network: Network;
  readonly ui: UiStore;
}

/** The area outside of which the map shows nothing: a filter of all layers by place. */
export class ShownAreaStore {
  /** The chosen area; null for the whole map. */
  of: AreaName | null = null;
  /** Its name and outline; null until they are known. */
  outline: Pick<OutlineAnswer, 'title' | 'geometry'> | null = null;
  /** Tests which features are inside; null until its code is loaded. */
  inside: IsInside | null = null;
  /** Whether the server did not answer. */
  failed = false;
  /** Whether the box that chooses an area is open. */
  choosing = false;
  /** Whether the area was chosen on this page, not by its address. */
  wasChosen = false;

  private readonly needs: ShownAreaNeeds;
  /** Number of requests; an answer to an older one is dropped. */
  private asked = 0;

  constructor(needs: ShownAreaNeeds) {
    this.needs = needs;
    makeAutoObservable<this, 'asked' | 'needs'>(
      this,
      {
        of: observableRef,
        outline: observableRef,
        inside: observableRef,
        asked: false,
        needs: false,
      },
      { autoBind: true },
    );
  }

  get bounds(): Bounds | null {
    return this.outline && boxOf(this.outline.geometry);
  }

  /** The area as a part of the state of the map. */
  get drawn(): ShownArea | undefined {
    if (!this.outline) return undefined;
    const { title: name, geometry } = this.outline;
    const { type, coordinates } = geometry;
    const polygons = type === 'Polygon' ? [coordinates] : coordinates;
    // Positions are pairs.
    return { name, polygons: polygons as unknown as readonly (readonly Ring[])[] };
  }

  toggleChoice(): void {
    this.choosing = !this.choosing;
  }

  /** Limits the map to an area that was chosen by its name, and shows it. */
  choose({ dataset, id, title, bbox }: NamedArea, geometry: OutlineAnswer['geometry']): void {
    this.of = { id: String(id), ...(dataset !== undefined && { dataset }) };
    this.failed = false;
    this.choosing = false;
    this.wasChosen = true;
    void this.take({ title, geometry });
    this.needs.map.goToArea({ bounds: bbox });
  }

  /** Takes the area of an address, whose outline is requested. */
  adopt(of: AreaName | null): void {
    this.clear();
    this.of = of;
    void this.load();
  }

  /** Requests the name and the outline, in the language of the page. */
  async load(): Promise<void> {
    const { of } = this;
    if (!of) return;
    const asked = ++this.asked;
    const isSame = (): boolean => asked === this.asked && samePart(of, this.of, formatArea);
    try {
      const { askOutline } = await import('../places/named-areas.ts');
      const outcome = await askOutline(of, this.needs);
      if (!isSame()) return;
      runInAction(() => (this.failed = !outcome.ok));
      if (outcome.ok) {
        void this.take(outcome.value);
        this.showFirst();
      } else if (GONE.has(outcome.failure.kind)) this.leave(of);
    } catch {
      if (isSame()) runInAction(() => (this.failed = true));
    }
  }

  /** Shows the whole area. */
  show(): void {
    if (this.bounds) this.needs.map.goToArea({ bounds: this.bounds });
  }

  /** Shows the whole map again. */
  clear(): void {
    this.of = null;
    this.outline = null;
    this.inside = null;
    this.failed = false;
    this.choosing = false;
    this.wasChosen = false;
  }

  /** Limits the map to an outline, and clicks too, once the code that tests them is loaded. */
  private async take(outline: NonNullable<ShownAreaStore['outline']>): Promise<void> {
    this.outline = outline;
    const { drawn } = this;
    const { insideOf } = await import('../places/inside-area.ts');
    runInAction(() => {
      if (this.outline === outline && drawn) this.inside = insideOf(drawn);
    });
  }

  /** Shows the area of an address without a view. */
  private showFirst(): void {
    if (!this.needs.map.view) this.show();
  }

  /** Says that the area of the address does not exist, or not for this visitor. */
  private leave(of: AreaName): void {
    this.clear();
    this.needs.ui.say({ text: 'address.unknown', values: { names: formatArea(of) } });
  }
}

/** Failures after which the area cannot be asked for again. */
const GONE: ReadonlySet<string> = new Set(['missing', 'forbidden', 'unauthorized', 'invalid']);
