import { makeAutoObservable } from 'mobx';
import { filterFields, type FieldFilter, type FilterField } from 'atlas-engine/runtime';
import type { BundleStore } from '../bundle/bundle-store.ts';
import type { LayersStore } from './layers-store.ts';

/** A filter with the field that it tests. */
export interface NamedFilter {
  readonly field: FilterField;
  readonly filter: FieldFilter;
}

/** The filters of the layers, and the group whose filter form is open. */
export class FilterStore {
  open: string | null = null;

  private readonly bundles: BundleStore;
  private readonly layers: LayersStore;

  constructor(bundles: BundleStore, layers: LayersStore) {
    this.bundles = bundles;
    this.layers = layers;
    makeAutoObservable<this, 'bundles' | 'layers'>(
      this,
      { bundles: false, layers: false, fieldsOf: false, filtersOf: false },
      { autoBind: true },
    );
  }

  /** Opens the form of a group, or closes it. */
  toggle(group: string): void {
    this.open = this.open === group ? null : group;
  }

  /**
   * Returns the fields by which a group can be filtered: none until its content is loaded, and none
   * of the visitor's own files.
   */
  fieldsOf(group: string): readonly FilterField[] {
    if (this.bundles.imported.find(group)) return [];
    return filterFields(this.bundles.bundle, group);
  }

  /** Returns the filters of a group. Filters of unknown fields have no effect and are left out. */
  filtersOf(group: string): readonly NamedFilter[] {
    const fields = this.fieldsOf(group);
    return (this.layers.find(group)?.filters ?? []).flatMap((filter) => {
      const field = fields.find((one) => one.field === filter.field);
      return field ? [{ field, filter }] : [];
    });
  }
}
