import type { WordKey, WordValues } from 'atlas-engine/runtime';
import { makeAutoObservable, observable, observableRef } from 'mobx';

export type PanelTab = 'layers' | 'legend';

/** Heights of the sheet on a phone. */
export type SheetStop = 'peek' | 'half' | 'full';

/** A short message that leaves by itself, perhaps with a way to take the last step back. */
export interface Notice {
  readonly id: number;
  readonly text: WordKey;
  readonly values?: WordValues;
  readonly action?: { readonly text: WordKey; readonly run: () => void };
  /** Milliseconds it stays; without it, until it is closed. */
  readonly stays?: number;
}

/** How long something destroyed can be brought back, in milliseconds. */
export const UNDO_MS = 8000;

/** What is open, unfolded, typed and said; nothing of it stands in the address. */
export class UiStore {
  tab: PanelTab = 'layers';
  filter = '';
  panelFolded = false;
  sheet: SheetStop = 'peek';
  /** The screen is as narrow as a phone's. */
  phone = false;
  pickerOpen = false;
  /** On a phone: whether the choice of base maps is open. */
  basesOpen = false;
  /** The group whose information stands in the right panel. */
  info: string | null = null;
  readonly foldedCategories = observable.set<string>();
  /** Rows that differ from their first state: folded, or unfolded for a group that says `open`. */
  readonly toggledRows = observable.set<string>();
  notices: readonly Notice[] = [];
  /** Said to screen readers only. */
  announcement: {
    readonly text: WordKey;
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

  setPhone(phone: boolean): void {
    this.phone = phone;
  }

  setBasesOpen(open: boolean): void {
    this.basesOpen = open;
  }

  showInfo(group: string | null): void {
    this.info = group;
  }

  toggleCategory(id: string): void {
    if (!this.foldedCategories.delete(id)) this.foldedCategories.add(id);
  }

  toggleRow(id: string): void {
    if (!this.toggledRows.delete(id)) this.toggledRows.add(id);
  }

  /** Shows a message; one with the same text takes the place of the older. */
  say(notice: Omit<Notice, 'id'>): void {
    const others = this.notices.filter(({ text }) => text !== notice.text);
    this.notices = [...others, { ...notice, id: ++this.serial }];
  }

  announce(text: WordKey, values: WordValues): void {
    this.announcement = { text, values };
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }
}
