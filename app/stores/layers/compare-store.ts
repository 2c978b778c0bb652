import { makeAutoObservable, observableRef } from 'mobx';
import type { Attribution, MapState } from 'atlas-engine/runtime';
import { samePart, type View } from '../../address/address.ts';
import { formatDifference, type Difference } from '../../address/compare-text.ts';
import type { BasesStore } from '../map/bases-store.ts';
import type { DocumentsStore } from '../bundle/documents-store.ts';
import type { FilterStore } from './filter-store.ts';
import type { ShownStore } from './shown-store.ts';

interface CompareNeeds {
  readonly bases: BasesStore;
  readonly documents: DocumentsStore;
  readonly filters: FilterStore;
  readonly shown: ShownStore;
}

/** The comparison of the map with a second one, which covers the part right of a divider. */
export class CompareStore {
  /** Null while nothing is compared. */
  chosen: Difference | null = null;
  /** Place of the divider as a share of the width, 0 to 1. */
  divider = 0.5;
  /** The view of the map during a movement, which the second map follows. */
  camera: View | null = null;
  failed = false;

  private readonly needs: CompareNeeds;

  constructor(needs: CompareNeeds) {
    this.needs = needs;
    makeAutoObservable<this, 'needs'>(
      this,
      { chosen: observableRef, camera: observableRef, needs: false },
      { autoBind: true },
    );
  }

  get isOpen(): boolean {
    return this.difference !== null;
  }

  /** The ids of the visible layers, top first. */
  private get visible(): readonly string[] {
    return this.needs.shown.active.filter(({ visible }) => visible).map(({ id }) => id);
  }

  /**
   * What can be compared now, for a list: the map without a layer, from the topmost one, or without
   * its filters, the topmost layer beside another one, and other base maps.
   */
  get options(): readonly Difference[] {
    const { bases, filters } = this.needs;
    const layers = this.visible.flatMap((id): Difference[] => [
      { kind: 'without', id },
      ...(filters.filtersOf(id).length > 0 ? [{ kind: 'unfiltered', id } as const] : []),
    ]);
    return [
      ...layers,
      ...this.visible.slice(1).map((id): Difference => ({ kind: 'pair', id })),
      ...bases.all
        .filter(({ id }) => id !== bases.current.id)
        .map(({ id }): Difference => ({ kind: 'base', id })),
    ];
  }

  /** The layer on the left of two that are side by side. */
  get beside(): string | undefined {
    return this.visible[0];
  }

  /** The chosen difference. If it no longer exists, such as a removed layer, the first one. */
  get difference(): Difference | null {
    const { chosen, options } = this;
    if (!chosen) return null;
    return (
      options.find((option) => samePart(option, chosen, formatDifference)) ?? options[0] ?? null
    );
  }

  /** The state of the second map; null while nothing is compared. */
  get mapState(): MapState | null {
    const { difference } = this;
    if (!difference) return null;
    const { mapState } = this.needs.shown;
    const { kind, id } = difference;
    switch (kind) {
      case 'base':
        return { ...mapState, baseLayer: id };
      case 'without':
        return without(mapState, id);
      case 'unfiltered':
        return unfiltered(mapState, id);
      case 'pair':
        return without(mapState, this.beside);
    }
  }

  /** The state of the first map, whose right part the second one covers. */
  get leftState(): MapState {
    const { mapState } = this.needs.shown;
    const { difference } = this;
    return difference?.kind === 'pair' ? without(mapState, difference.id) : mapState;
  }

  /** The attributions of both maps. */
  get attributions(): readonly Attribution[] {
    const { bases, shown } = this.needs;
    const { difference } = this;
    const other = difference?.kind === 'base' ? [bases.find(difference.id)] : [];
    return shown.attributionsOver([bases.current, ...other]);
  }

  start(): void {
    const [first] = this.options;
    if (first) this.choose(first);
    this.divider = 0.5;
    this.failed = false;
  }

  /** Applies what an address asks for; null ends the comparison. */
  adopt(difference: Difference | null): void {
    if (!difference) this.end();
    else if (!samePart(difference, this.chosen, formatDifference)) this.choose(difference);
  }

  choose(difference: Difference): void {
    this.chosen = difference;
    const { bases, documents } = this.needs;
    const style = difference.kind === 'base' ? bases.find(difference.id).style : undefined;
    if (style !== undefined) void documents.ensure(style);
  }

  /** Moves the divider; a share beyond the edges is the edge. */
  setDivider(share: number): void {
    this.divider = Math.min(1, Math.max(0, share));
  }

  follow(camera: View): void {
    this.camera = camera;
  }

  fail(): void {
    this.failed = true;
  }

  end(): void {
    this.chosen = null;
    this.camera = null;
  }
}

function without(state: MapState, id: string | undefined): MapState {
  const groups = state.groups.map((group) =>
    group.id === id ? { ...group, visible: false } : group,
  );
  return { ...state, groups };
}

function unfiltered(state: MapState, id: string): MapState {
  const groups = state.groups.map((group) => {
    if (group.id !== id) return group;
    const { filters: _removed, ...rest } = group;
    return rest;
  });
  return { ...state, groups };
}
