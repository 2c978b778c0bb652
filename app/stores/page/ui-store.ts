import type { IndexWordKey, WordValues } from 'atlas-engine/runtime';
import { makeAutoObservable, observable, observableRef } from 'mobx';

export type PanelTab = 'layers' | 'legend';

/** Heights of the bottom sheet on a phone. */
export type SheetStop = 'peek' | 'half' | 'full';

/** A short message over the map, with an optional action such as an undo. */
export interface Notice {
  readonly id: number;
  readonly text: IndexWordKey;
  readonly values?: WordValues;
  readonly action?: { readonly text: IndexWordKey; readonly run: () => void };
  /** Milliseconds until the notice disappears. Without a value, it stays until it is closed. */
  readonly stays?: number;
}

/** Time in milliseconds during which a removal can be undone. */
export const UNDO_MS = 8000;

/**
 * State of the interface that is not in the address: open panels, unfolded rows, the filter and the
 * notices.
 */
export class UiStore {
  tab: PanelTab = 'layers';
  filter = '';
  panelFolded = false;
  sheet: SheetStop = 'peek';
  /** Whether the screen is as narrow as a phone's. */
  phone = false;
  pickerOpen = false;
  shareOpen = false;
  /** Whether the list of keys is open. */
  keysOpen = false;
  /** Whether shortcuts with a single key work. */
  singleKeys = true;
  /** Whether the map is inside another page. */
  embedded = false;
  /** Whether the base maps are open, on a phone. */
  basesOpen = false;
  readonly foldedCategories = observable.set<string>();
  /**
   * Ids of groups, and keys of project sections, whose rows are not in their initial state. A row is initially folded, or unfolded
   * for a group with `open`.
   */
  readonly toggledRows = observable.set<string>();
  notices: readonly Notice[] = [];
  /** A message for screen readers only. */
  announcement: {
    readonly text: IndexWordKey;
    readonly values: WordValues;
  } | null = null;
  private serial = 0;

  constructor() {
    makeAutoObservable<this, 'serial'>(
      this,
      { notices: observableRef, announcement: observableRef, serial: false },
      { autoBind: true },
    );
  }

  showTab(tab: PanelTab): void {
    this.tab = tab;
    if (this.sheet === 'peek') this.sheet = 'half';
  }

  setFilter(filter: string): void {
    this.filter = filter;
  }

  setSheet(stop: SheetStop): void {
    this.sheet = stop;
  }

  foldPanel(folded: boolean): void {
    this.panelFolded = folded;
  }

  setPickerOpen(open: boolean): void {
    this.pickerOpen = open;
  }

  setShareOpen(open: boolean): void {
    this.shareOpen = open;
  }

  setKeysOpen(open: boolean): void {
    this.keysOpen = open;
  }

  setSingleKeys(on: boolean): void {
    this.singleKeys = on;
  }

  setEmbedded(embedded: boolean): void {
    this.embedded = embedded;
  }

  setPhone(phone: boolean): void {
    this.phone = phone;
  }

  setBasesOpen(open: boolean): void {
    this.basesOpen = open;
  }

  toggleCategory(id: string): void {
    if (!this.foldedCategories.delete(id)) this.foldedCategories.add(id);
  }

  toggleRow(id: string): void {
    if (!this.toggledRows.delete(id)) this.toggledRows.add(id);
  }

  /** Shows a message and returns its id. It replaces a message with the same text. */
  say(notice: Omit<Notice, 'id'>): number {
    const others = this.notices.filter(({ text }) => text !== notice.text);
    const id = ++this.serial;
    this.notices = [...others, { ...notice, id }];
    return id;
  }

  announce(text: IndexWordKey, values: WordValues): void {
    this.announcement = { text, values };
  }

  /** Closes the notice with a text, which no longer applies. */
  dismissText(text: IndexWordKey): void {
    this.notices = this.notices.filter((notice) => notice.text !== text);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }
}
