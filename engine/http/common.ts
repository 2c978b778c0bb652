/** Parts of several answers. */
import type { Geometry } from 'geojson';
import type { Bounds } from '../bundle/bundle.ts';
import { anything, described, numbers, record, text, type Shape } from './shape.ts';

/** Texts by language. */
export const texts = record(text);

/** West, south, east and north in degrees. */
export const bounds: Shape<Bounds> = numbers<Bounds>(4);

/** A moment, such as `2026-11-26T12:00:00.000Z`. */
export const time = described(text, 'ISO 8601, in UTC.');

/** A GeoJSON geometry; its coordinates are not checked. */
export const geometry = described(anything as Shape<Geometry>, 'A GeoJSON geometry in degrees.');
