import { makeAutoObservable, observableRef } from 'mobx';
import { present, sidesOf, type Bounds } from 'atlas-engine/runtime';
import type { Core } from './area-around.ts';

/**
 * Where an area comes from. A `box` was typed as numbers; a `view` is what the map showed; a `named`
 * one was chosen by its name.
 */
export type AreaOrigin = 'drawn' | 'import' | 'feature' | 'view' | 'named' | 'box';

/** What the area is a circle around or a band along. */
export interface Around {
  readonly core: Core;
  /** The distance in metres. */
  readonly metres: number;
}

/** An area to analyse or to download, in degrees. */
export interface ChosenArea {
  readonly geometry: GeoJSON.Polygon | GeoJSON.MultiPolygon;
  readonly origin: AreaOrigin;
  /** The name of the feature, project or file that the area is from. */
  readonly name?: string;
  /** The source of the feature that the area is from. */
  readonly source?: string;
  /** The place or line that the area surrounds. */
  readonly around?: Around;
}

/** How the visitor draws: two corners of a rectangle, corners of a polygon, or moving corners. */
export type DrawMode = 'rectangle' | 'polygon' | 'edit';

/** A key or button that acts on the unfinished drawing. */
export type DrawCommand = 'corner' | 'undo' | 'finish';

/** The area for the tools, and the state of drawing. `tools/draw-area.ts` draws on the map. */
export class AreaStore {
  area: ChosenArea | null = null;
  /** What is being drawn; null when nothing is. */
  mode: DrawMode | null = null;
  /** The unfinished polygon, for its live size; null before the third corner. */
  draft: GeoJSON.Polygon | null = null;
  /** Number of corners set so far. */
  corners = 0;
  /** The last command from the keyboard or a button; a new object for each. */
  command: { readonly kind: DrawCommand } | null = null;
  /** Whether the code for drawing could not be loaded. */
  failed = false;

  /** The area that a new drawing replaces. */
  private before: ChosenArea | null = null;

  constructor() {
    makeAutoObservable<this, 'before'>(
      this,
      { area: observableRef, draft: observableRef, command: observableRef, before: false },
      { autoBind: true },
    );
  }

  /** Chooses an area, and ends drawing. */
  set(area: ChosenArea | null): void {
    this.before = null;
    this.area = area;
    this.stop();
  }

  /** Chooses a rectangle `[west, south, east, north]` in degrees; two where it crosses 180 degrees. */
  setBox(box: Bounds, origin: AreaOrigin): void {
    const [first, ...others] = sidesOf(box).map(([west, south, east, north]) => [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ]);
    const geometry: ChosenArea['geometry'] =
      others.length === 0
        ? { type: 'Polygon', coordinates: first! }
        : { type: 'MultiPolygon', coordinates: [first!, ...others] };
    this.set({ geometry, origin });
  }

  /** Chooses another distance around the place or line of the area, and its geometry. */
  surround(around: Around, geometry: ChosenArea['geometry']): void {
    if (this.area?.around) this.set({ ...this.area, geometry, around });
  }

  /** Gives the area a name; an empty one removes it. */
  rename(name: string): void {
    if (!this.area) return;
    const { name: _, ...area } = this.area;
    this.area = { ...area, ...(name !== '' && { name }) };
  }

  /** Replaces the geometry of the area while it is edited. A drawn one keeps its name. */
  change(geometry: ChosenArea['geometry']): void {
    const { name, origin } = this.area ?? {};
    this.area = { geometry, origin: 'drawn', ...(origin === 'drawn' && present({ name })) };
    this.draft = null;
  }

  /** Begins a drawing. A new shape replaces the area when it is finished; `edit` keeps it. */
  draw(mode: DrawMode): void {
    if (mode !== 'edit') {
      this.before = this.area ?? this.before;
      this.area = null;
    }
    this.reset();
    this.mode = mode;
    this.failed = false;
  }

  /** Reports the unfinished drawing. */
  drawing(draft: GeoJSON.Polygon | null, corners: number): void {
    this.draft = draft;
    this.corners = corners;
  }

  send(kind: DrawCommand): void {
    if (this.mode) this.command = { kind };
  }

  /** Ends drawing without a new area: the one before it is the area again. */
  stop(): void {
    this.area ??= this.before;
    this.before = null;
    this.reset();
    this.mode = null;
  }

  /** Ends drawing because its code could not be loaded. */
  fail(): void {
    this.stop();
    this.failed = true;
  }

  private reset(): void {
    this.draft = null;
    this.corners = 0;
    this.command = null;
  }
}
