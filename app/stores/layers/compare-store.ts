import { makeAutoObservable, observableRef } from 'mobx';
import type { Attribution, MapState } from 'atlas-engine/runtime';
import type { View } from '../../address/address.ts';
import type { BasesStore } from '../map/bases-store.ts';
import type { DocumentsStore } from '../bundle/documents-store.ts';
import type { FilterStore } from './filter-store.ts';
import type { ShownStore } from './shown-store.ts';

/** What is different on the right side: the base map, or a layer. */
export type Difference =
  | { readonly kind: 'base'; readonly id: string }
  /** The map without a layer. */
  | { readonly kind: 'without'; readonly id: string }
  /** The map with a layer without its filters. */
  | { readonly kind: 'unfiltered'; readonly id: string };

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

  /** What can be compared now, for a list: other base maps, then the layers on the map. */
  get options(): readonly Difference[] {
    const { bases, filters, shown } = this.needs;
    const layers = shown.active
      .filter(({ visible }) => visible)
      .flatMap(({ id }): Difference[] => [
        { kind: 'without', id },
        ...(filters.filtersOf(id).length > 0 ? [{ kind: 'unfiltered', id } as const] : []),
      ]);
    return [
      ...bases.all
        .filter(({ id }) => id !== bases.current.id)
        .map(({ id }): Difference => ({ kind: 'base', id })),
      ...layers,
    ];
  }

  /** The chosen difference. If it no longer exists, such as a removed layer, the first one. */
  get difference(): Difference | null {
    const { chosen, options } = this;
    if (!chosen) return null;
    return (
      options.find(({ kind, id }) => kind === chosen.kind && id === chosen.id) ?? options[0] ?? null
    );
  }

  /** The state of the second map; null while nothing is compared. */
  get mapState(): MapState | null {
    const { difference } = this;
    if (!difference) return null;
    const { mapState } = this.needs.shown;
    const { kind, id } = difference;
    if (kind === 'base') return { ...mapState, baseLayer: id };
    return {
      ...mapState,
      groups: mapState.groups.map((group) => {
        if (group.id !== id) return group;
        if (kind === 'without') return { ...group, visible: false };
        const { filters: _removed, ...rest } = group;
        return rest;
      }),
    };
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
