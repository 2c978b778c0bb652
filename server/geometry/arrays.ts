/**
 * Size of the buffers that small arrays are allocated from, in elements. A separate buffer for each
 * array would cost several times more in allocation and garbage collection than the work with the
 * array. While an array is in use, its whole buffer stays in memory.
 */
const CHUNK = 1 << 15;

let integers = new Int32Array(CHUNK);
let integersUsed = 0;
let doubles = new Float64Array(CHUNK);
let doublesUsed = 0;

/** Returns an array of `size` integers with undefined content. */
export function allocateInt32(size: number): Int32Array {
  if (size > CHUNK / 8) return new Int32Array(size);
  if (integersUsed + size > CHUNK) {
    integers = new Int32Array(CHUNK);
    integersUsed = 0;
  }
  integersUsed += size;
  return integers.subarray(integersUsed - size, integersUsed);
}

/** Returns an array of `size` doubles with undefined content. */
export function allocateFloat64(size: number): Float64Array {
  if (size > CHUNK / 8) return new Float64Array(size);
  if (doublesUsed + size > CHUNK) {
    doubles = new Float64Array(CHUNK);
    doublesUsed = 0;
  }
  doublesUsed += size;
  return doubles.subarray(doublesUsed - size, doublesUsed);
}
