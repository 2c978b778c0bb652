import { makeAutoObservable, observableRef } from 'mobx';
import type { FieldFilter } from 'atlas-engine/runtime';
import type { AddressGroup } from '../../address/address.ts';

/** The groups on the map with their order, visibility and opacity; top first. */
export class LayersStore {
  active: readonly AddressGroup[];

  constructor(active: readonly AddressGroup[]) {
    this.active = active;
    makeAutoObservable(this, { active: observableRef }, { autoBind: true });
  }

  has(id: string): boolean {
    return this.find(id) !== undefined;
  }

  find(id: string): AddressGroup | undefined {
    return this.active.find((group) => group.id === id);
  }

  /**
   * Adds groups on top in the given order. Groups that are on the map keep their place and become
   * visible.
   */
  add(...ids: readonly string[]): void {
    const fresh = ids.filter((id) => !this.has(id));
    this.active = [
      ...fresh.map((id) => ({ id, visible: true, opacity: null })),
      ...this.active.map((group) => (ids.includes(group.id) ? { ...group, visible: true } : group)),
    ];
  }

  remove(id: string): void {
    this.active = this.active.filter((group) => group.id !== id);
  }

  /** Moves a group to the place of another, which moves by one towards the old place. */
  moveTo(id: string, target: string): void {
    const to = this.active.findIndex((group) => group.id === target);
    const moved = this.find(id);
    if (!moved || to < 0) return;
    const others = this.active.filter((group) => group.id !== id);
    this.active = [...others.slice(0, to), moved, ...others.slice(to)];
  }

  /** Sets the opacity, rounded to 0.01; null restores the group's own opacity. */
  setOpacity(id: string, opacity: number | null): void {
    const rounded =
      opacity === null ? null : Math.round(Math.min(1, Math.max(0, opacity)) * 100) / 100;
    this.change(id, { opacity: rounded });
  }

  setVisible(id: string, visible: boolean): void {
    this.change(id, { visible });
  }

  /** Sets the filter of a field of a group and replaces the previous one; null removes it. */
  setFilter(id: string, field: string, filter: FieldFilter | null): void {
    const others = this.find(id)?.filters?.filter((other) => other.field !== field) ?? [];
    this.setFilters(id, filter ? [...others, filter] : others);
  }

  /** Removes all filters of a group. */
  clearFilters(id: string): void {
    this.setFilters(id, []);
  }

  /** Replaces all groups, for an address, a project's preset or an undo. */
  replace(groups: readonly AddressGroup[]): void {
    this.active = groups;
  }

  private setFilters(id: string, filters: readonly FieldFilter[]): void {
    this.active = this.active.map((group) => {
      if (group.id !== id) return group;
      const { filters: _before, ...rest } = group;
      return filters.length > 0 ? { ...rest, filters } : rest;
    });
  }

  private change(id: string, change: Partial<AddressGroup>): void {
    this.active = this.active.map((group) => (group.id === id ? { ...group, ...change } : group));
  }
}
