import { makeAutoObservable } from 'mobx';
import type { SideStore } from './side-store.ts';
import type { UiStore } from './ui-store.ts';

/** The stores with the parts that cover the map. */
interface CoversNeeds {
  readonly side: SideStore;
  readonly ui: UiStore;
}

/** A part of the page that covers the map, such as the side panel. */
interface Cover {
  readonly isOpen: boolean;
  readonly close: () => void;
}

/**
 * The parts that cover the map. The browser's back button closes them, topmost first, before it
 * changes anything else. Dialogs are not among them, because browsers close them on back themselves.
 */
export class CoversStore {
  private readonly needs: CoversNeeds;

  constructor(needs: CoversNeeds) {
    this.needs = needs;
    makeAutoObservable<this, 'needs'>(this, { needs: false }, { autoBind: true });
  }

  /** The number of open parts. */
  get count(): number {
    return this.all.filter(({ isOpen }) => isOpen).length;
  }

  closeTop(): void {
    this.all.find(({ isOpen }) => isOpen)?.close();
  }

  /** All parts, topmost first. */
  private get all(): readonly Cover[] {
    const { side, ui } = this.needs;
    return [
      { isOpen: ui.basesOpen, close: () => ui.setBasesOpen(false) },
      { isOpen: side.isOpen, close: side.close },
      { isOpen: ui.phone && ui.sheet !== 'peek', close: () => ui.setSheet('peek') },
    ];
  }
}
