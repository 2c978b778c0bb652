/** The area to which the map is limited, as a part of the address. */

/** An area by its name: a feature of a dataset, or a project. */
export interface AreaName {
  /** Absent for a project. */
  readonly dataset?: string;
  readonly id: string;
}

/** Formats a feature as `dataset:id`, a project as its id. */
export function formatArea({ dataset, id }: AreaName): string {
  return [dataset, id]
    .filter((part) => part !== undefined)
    .map(encodeURIComponent)
    .join(':');
}

/** Parses the text of `formatArea`; null if it has another form. */
export function parseArea(text = ''): AreaName | null {
  const [, first, id] = /^([a-z0-9][a-z0-9_-]*)(?::([1-9]\d{0,15}))?$/.exec(text) ?? [];
  if (first === undefined) return null;
  return id === undefined ? { id: first } : { dataset: first, id };
}
