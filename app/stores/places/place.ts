/** Longitude and latitude in degrees. */
export type Place = readonly [lng: number, lat: number];
