import { PbfWriter } from 'pbf';

/** A run of tiles with the same content, and the position of its bytes in the section. */
export interface DirectoryEntry {
  /** Position on the Hilbert curve across all zooms, as in the PMTiles specification. */
  readonly tileId: number;
  /**
   * Offset in bytes from the start of the tile data; for a leaf pointer, from the start of the leaf
   * section.
   */
  readonly offset: number;
  /** Size of the content in bytes. */
  readonly length: number;
  /** Number of consecutive tile ids with this content; 0 means a pointer to a leaf directory. */
  readonly runLength: number;
}

/**
 * Writes a directory in the columnar varint form of PMTiles v3: count, id deltas, run lengths,
 * lengths, offsets (0 for "directly after the previous entry").
 */
function serializeDirectory(entries: readonly DirectoryEntry[]): Uint8Array {
  const out = new PbfWriter();
  out.writeVarint(entries.length);
  let lastId = 0;
  for (const { tileId } of entries) {
    out.writeVarint(tileId - lastId);
    lastId = tileId;
  }
  for (const { runLength } of entries) out.writeVarint(runLength);
  for (const { length } of entries) out.writeVarint(length);
  let end = -1;
  for (const { offset, length } of entries) {
    out.writeVarint(offset === end ? 0 : offset + 1);
    end = offset + length;
  }
  return out.finish();
}

/** A root directory and the leaf section it points to, both as bytes of the file. */
export interface Directories {
  readonly root: Uint8Array;
  readonly leaves: Uint8Array;
  readonly leafCount: number;
}

/** The root must be in the first 16 KiB of the file, after the header of 127 bytes. */
const MAX_ROOT_BYTES = 16_384 - 127;

/**
 * Divides a sorted list of entries into a root directory and as many leaves as needed to keep the
 * compressed root within `maxRootBytes`; a short list needs no leaves.
 */
export function layOutDirectories(
  entries: readonly DirectoryEntry[],
  compress: (bytes: Uint8Array) => Uint8Array,
  maxRootBytes: number = MAX_ROOT_BYTES,
): Directories {
  const whole = compress(serializeDirectory(entries));
  if (whole.length <= maxRootBytes) return { root: whole, leaves: new Uint8Array(), leafCount: 0 };
  for (let perLeaf = Math.min(4096, entries.length); ; perLeaf *= 2) {
    const laidOut = withLeaves(entries, perLeaf, compress);
    if (laidOut.root.length <= maxRootBytes) return laidOut;
    if (perLeaf >= entries.length) {
      throw new Error(
        `A root directory of ${maxRootBytes} bytes is too small for one leaf pointer.`,
      );
    }
  }
}

function withLeaves(
  entries: readonly DirectoryEntry[],
  perLeaf: number,
  compress: (bytes: Uint8Array) => Uint8Array,
): Directories {
  const pointers: DirectoryEntry[] = [];
  const leaves: Uint8Array[] = [];
  let offset = 0;
  for (let start = 0; start < entries.length; start += perLeaf) {
    const part = entries.slice(start, start + perLeaf);
    const leaf = compress(serializeDirectory(part));
    pointers.push({ tileId: part[0]?.tileId ?? 0, offset, length: leaf.length, runLength: 0 });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return {
    root: compress(serializeDirectory(pointers)),
    leaves: Buffer.concat(leaves),
    leafCount: leaves.length,
  };
}
