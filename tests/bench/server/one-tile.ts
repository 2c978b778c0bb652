/** The tile that both sides of row 13 send, and who asks for it. */

/** What the browser of the visitor holds. */
export const SESSION = 'a-session-key-of-128-bits';

/** Bytes of the tile; those of the shipped atlas have 5 to 60 kB. */
const TILE_BYTES = 30_000;

/** Bytes that hardly pack, the same each time. */
export function makeTile(): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length: TILE_BYTES }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}
