import type { Bounds } from '../store.ts';
import type { Database, Statement } from './driver.ts';

/** The root, and the sizes in bytes of the head of a node and of each of its entries. */
export const ROOT = 1;
export const HEAD_BYTES = 4;
export const ENTRY_BYTES = 24;

/** A node of the tree; `level` is 0 if its entries are features. */
export interface BoxNode {
  readonly id: number;
  readonly level: number;
}

/** The box of a feature, or of a node of the level below. */
export interface BoxEntry {
  readonly id: number;
  /** In units. */
  readonly bounds: Bounds;
}

/**
 * The nodes of an R*Tree, for searches that SQLite does not offer. SQLite stores them in a table, in a
 * form that is part of its file format (`ext/rtree/rtree.c`): big-endian, the depth of the tree in two
 * bytes of the root, the number of entries in two bytes, then for each entry the id in eight bytes and
 * the least and greatest x, the least and greatest y in four bytes each.
 */
export class BoxTree {
  readonly #nodes: Statement;

  constructor(database: Database, table: string) {
    this.#nodes = database.prepare(`SELECT data FROM ${table}_node WHERE nodeno = ?`);
  }

  root(): BoxNode {
    return { id: ROOT, level: this.#read(ROOT).getUint16(0) };
  }

  /** Returns the entries of a node. */
  entries({ id }: BoxNode): BoxEntry[] {
    const node = this.#read(id);
    return Array.from({ length: node.getUint16(2) }, (_, i) => {
      const at = HEAD_BYTES + i * ENTRY_BYTES;
      const [west, east, south, north] = [8, 12, 16, 20].map((offset) =>
        node.getInt32(at + offset),
      );
      return {
        id: Number(node.getBigInt64(at)),
        bounds: [west!, south!, east!, north!],
      };
    });
  }

  #read(id: number): DataView {
    const data = this.#nodes.list(id)![0] as Uint8Array;
    return new DataView(data.buffer, data.byteOffset, data.byteLength);
  }
}
