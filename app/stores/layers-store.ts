import { makeAutoObservable, observableRef } from 'mobx';
import type { AddressGroup } from '../address/address.ts';

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

  /** Moves a group one place up (-1) or down (1). Ignores a move beyond either end. */
  move(id: string, by: -1 | 1): void {
    const from = this.active.findIndex((group) => group.id === id);
    const to = from + by;
    const moved = this.active[from];
    if (!moved || to < 0 || to >= this.active.length) return;
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

  /** Replaces all groups, for an address, a project's preset or an undo. */
  replace(groups: readonly AddressGroup[]): void {
    this.active = groups;
  }

  private change(id: string, change: Partial<AddressGroup>): void {
    this.active = this.active.map((group) => (group.id === id ? { ...group, ...change } : group));
  }
}
