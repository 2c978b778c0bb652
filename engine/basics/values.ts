export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A rectangle `[west, south, east, north]` in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** A closed ring of longitudes and latitudes in degrees. */
export type Ring = readonly (readonly [lng: number, lat: number])[];

/** The brightness of a base map. The colours of layers above the base map may depend on it. */
export type Ground = 'light' | 'dark';
