import { createContext } from 'react';

/** The field of an area, for the code that is loaded with the first one. */
export interface AreaField {
  /** The id of its first control. */
  readonly id: string;
  /** A polygon as GeoJSON or well-known text; empty without one. */
  readonly value: string;
  readonly disabled: boolean;
  readonly describedBy: string | undefined;
  readonly change: (value: string | undefined) => void;
}

export const AreaFieldContext = createContext<AreaField | null>(null);
