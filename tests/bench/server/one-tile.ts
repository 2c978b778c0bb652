/** The tile that both servers of row 13 send. */

/** Size of the tile in bytes. Tiles of the shipped atlas have 5 to 60 kB. */
const TILE_BYTES = 30_000;

/** Returns bytes that are hard to compress, the same on each call. */
export function makeTile(): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length: TILE_BYTES }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}
