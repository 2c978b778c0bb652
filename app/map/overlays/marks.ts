import type { Map as GlMap } from 'maplibre-gl';
import type { RenderedFeature } from 'atlas-engine/runtime';
import type { DeckMarks } from './deck-marks.ts';
import type { Mark } from './mark.ts';

/**
 * Draws the overlays of the tools with deck.gl, whose code is loaded with the first overlay. They
 * remain when the style changes. After a loss of the WebGL context they are drawn again.
 */
export class Marks {
  private readonly map: GlMap;
  private readonly failed: () => void;
  private marks: readonly Mark[] = [];
  private deck: DeckMarks | null = null;
  private loading = false;
  private lost = false;

  /** `failed` is called when the code cannot be loaded. */
  constructor(map: GlMap, failed: () => void) {
    this.map = map;
    this.failed = failed;
    // Before the map itself hears of it: it then removes its style.
    map.getContainer().addEventListener('webglcontextlost', this.lose, { capture: true });
    map.on('webglcontextrestored', () => {
      this.lost = false;
      map.once('styledata', () => void this.draw());
    });
  }

  /** Draws overlays, from bottom to top, in place of the previous ones. */
  show(marks: readonly Mark[]): void {
    this.marks = marks;
    void this.draw();
  }

  /** Returns the features of overlays around a point of the map, topmost first. Lengths are px. */
  pick(x: number, y: number, reach: number): readonly RenderedFeature[] {
    return this.deck?.pick(x, y, reach) ?? [];
  }

  destroy(): void {
    this.deck?.destroy();
    this.deck = null;
    this.marks = [];
  }

  private readonly lose = (): void => {
    this.lost = true;
    this.deck?.destroy();
    this.deck = null;
  };

  private async draw(): Promise<void> {
    if (!this.deck && (this.marks.length === 0 || this.loading || this.lost)) return;
    this.loading = true;
    try {
      const code = await import('./deck-marks.ts');
      this.loading = false;
      if (this.lost || (this.marks.length === 0 && !this.deck)) return;
      this.deck ??= new code.DeckMarks(this.map);
      this.deck.show(this.marks);
    } catch {
      this.loading = false;
      this.failed();
    }
  }
}
