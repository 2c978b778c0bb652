import { makeAutoObservable } from 'mobx';
import type { ToolName } from 'atlas-engine/runtime';

/** The tools beside the map. Each opens in the side panel. */
export type ToolId = ToolName | 'measure' | 'coordinates';

/** The open tool. */
export class ToolsStore {
  open: ToolId | null = null;
  /** Whether the list of tools is open, on small screens. */
  listOpen = false;

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Whether a click on the map belongs to the open tool instead of the features. */
  get takesClicks(): boolean {
    return this.open === 'measure' || this.open === 'coordinates';
  }

  show(tool: ToolId | null): void {
    this.open = tool;
    this.listOpen = false;
  }

  setListOpen(open: boolean): void {
    this.listOpen = open;
  }
}
