import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { FieldColors, Imported, ImportLimits, ImportProblem } from './import-types.ts';

/** A file of the visitor on the map. */
export interface ImportedLayer {
  /** Id of its group: `import-` and a number. */
  readonly id: string;
  readonly imported: Imported;
  /** The colours of a field; null for one colour. */
  readonly colors: FieldColors | null;
}

/** Reads a file; its code is loaded when it is first needed. Rejects if it cannot be loaded. */
export type ReadFile = (
  file: File,
  options: {
    readonly convert: boolean;
    readonly limits: ImportLimits;
    readonly signal: AbortSignal;
  },
) => Promise<
  | { readonly ok: true; readonly imported: Imported }
  | { readonly ok: false; readonly problem: ImportProblem }
>;

/** What the last chosen file has come to. */
export type ImportState =
  | { readonly state: 'idle' }
  | { readonly state: 'reading'; readonly file: File }
  | { readonly state: 'done'; readonly layer: string }
  | { readonly state: 'failed'; readonly file: File; readonly problem: ImportProblem };

/** Colours of the values of a field, distinguishable with colour-vision deficiencies. */
const PALETTE = [
  '#332288',
  '#DDCC77',
  '#117733',
  '#CC6677',
  '#88CCEE',
  '#882255',
  '#999933',
  '#AA4499',
] as const;

/** The visitor's own files. They stay in the memory of the page and are never sent. */
export class ImportedStore {
  layers: readonly ImportedLayer[] = [];
  current: ImportState = { state: 'idle' };
  /** Whether a file is dragged over the page. */
  dragged = false;

  private serial = 0;
  private reading: AbortController | null = null;

  constructor() {
    makeAutoObservable<this, 'serial' | 'reading'>(
      this,
      { layers: observableRef, current: observableRef, serial: false, reading: false },
      { autoBind: true },
    );
  }

  setDragged(dragged: boolean): void {
    this.dragged = dragged;
  }

  find(id: string): ImportedLayer | undefined {
    return this.layers.find((layer) => layer.id === id);
  }

  /** Reads a file. Returns the id of its group; null when it failed or was cancelled. */
  async read(
    file: File,
    read: ReadFile,
    options: { readonly convert?: boolean; readonly limits: ImportLimits },
  ): Promise<string | null> {
    this.cancel();
    const reading = new AbortController();
    this.reading = reading;
    this.current = { state: 'reading', file };
    const { signal } = reading;
    const answer = await read(file, { convert: false, ...options, signal }).catch(
      () => ({ ok: false, problem: { code: 'not-loaded' } }) as const,
    );
    return runInAction(() => {
      if (signal.aborted) return null;
      if (!answer.ok) {
        this.current = { state: 'failed', file, problem: answer.problem };
        return null;
      }
      const id = `import-${++this.serial}`;
      this.layers = [{ id, imported: answer.imported, colors: null }, ...this.layers];
      this.current = { state: 'done', layer: id };
      return id;
    });
  }

  cancel(): void {
    this.reading?.abort();
    this.reading = null;
    this.current = { state: 'idle' };
  }

  remove(id: string): void {
    this.layers = this.layers.filter((layer) => layer.id !== id);
    if (this.current.state === 'done' && this.current.layer === id)
      this.current = { state: 'idle' };
  }

  /** Adds a removed layer again, for an undo. */
  restore(layer: ImportedLayer): void {
    if (!this.find(layer.id)) this.layers = [layer, ...this.layers];
  }

  /** Colours a layer by the values of a field; null gives it one colour. */
  colorBy(id: string, field: string | null): void {
    this.layers = this.layers.map((layer) => {
      if (layer.id !== id) return layer;
      const values = layer.imported.fields.find(({ name }) => name === field)?.values;
      const colors =
        field === null || !values
          ? null
          : {
              field,
              colors: new Map(
                values.map((value, index) => [value, PALETTE[index % PALETTE.length] ?? '#332288']),
              ),
            };
      return { ...layer, colors };
    });
  }
}
