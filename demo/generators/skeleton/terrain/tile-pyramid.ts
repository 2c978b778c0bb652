import { readFile } from 'node:fs/promises';
import { PMTiles, type RangeResponse, type Source } from 'pmtiles';
import type { Bounds } from 'atlas-engine';

/** A tile with its position in the pyramid. */
export interface Tile {
  readonly column: number;
  readonly row: number;
  readonly bytes: ArrayBuffer;
}

const RADIANS = Math.PI / 180;

/** Reads the tiles of one zoom within bounds from a PMTiles file. Missing tiles are left out. */
export async function readTiles(path: string, zoom: number, bounds: Bounds): Promise<Tile[]> {
  const pyramid = new PMTiles(new FileSource(path, await readFile(path)));
  const [west, south, east, north] = bounds;
  const [left, top] = [tileColumn(west, zoom), tileRow(north, zoom)].map(Math.floor);
  const [right, bottom] = [tileColumn(east, zoom), tileRow(south, zoom)].map(Math.floor);
  const tiles: Tile[] = [];
  for (let row = top!; row <= bottom!; row++) {
    for (let column = left!; column <= right!; column++) {
      const found = await pyramid.getZxy(zoom, column, row);
      if (found) tiles.push({ column, row, bytes: found.data });
    }
  }
  return tiles;
}

/** Returns the column of a longitude at a zoom, with its fraction. */
export const tileColumn = (lng: number, zoom: number): number => ((lng + 180) / 360) * 2 ** zoom;

/**
 * Returns the row of a latitude at a zoom, with its fraction. It uses the series of Mercator's
 * ordinate, which is exact to a metre below 15 degrees and has the same last digits on every
 * machine.
 */
export function tileRow(lat: number, zoom: number): number {
  const x = lat * RADIANS;
  const y = x + x ** 3 / 6 + x ** 5 / 24 + (61 * x ** 7) / 5040;
  return (0.5 - y / (2 * Math.PI)) * 2 ** zoom;
}

/** Returns the longitude of a column, with its fraction. */
export const lngOf = (column: number, zoom: number): number => (column / 2 ** zoom) * 360 - 180;

/**
 * Returns the latitude of a row, with its fraction: the inverse of `tileRow`, with the same
 * accuracy.
 */
export function latOf(row: number, zoom: number): number {
  const y = (0.5 - row / 2 ** zoom) * 2 * Math.PI;
  return (y - y ** 3 / 6 + y ** 5 / 24 - (61 * y ** 7) / 5040) / RADIANS;
}

/** A PMTiles file in memory. */
class FileSource implements Source {
  readonly #path: string;
  readonly #file: Buffer;

  constructor(path: string, file: Buffer) {
    this.#path = path;
    this.#file = file;
  }

  getKey(): string {
    return this.#path;
  }

  getBytes(offset: number, length: number): Promise<RangeResponse> {
    const data = new Uint8Array(this.#file.subarray(offset, offset + length)).buffer;
    return Promise.resolve({ data });
  }
}
