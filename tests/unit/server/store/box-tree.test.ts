import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BoxTree, type BoxEntry, type BoxNode } from '../../../../server/store/sqlite/box-tree.ts';
import { BoxTreeWriter } from '../../../../server/store/sqlite/box-tree-writer.ts';
import { Database } from '../../../../server/store/sqlite/driver.ts';
import { NearQueue } from '../../../../server/store/sqlite/near-queue.ts';
import { seededRandom } from '../../../bench/geometry/polygons.ts';

function leavesOf(tree: BoxTree, node: BoxNode): BoxEntry[] {
  const entries = tree.entries(node);
  if (node.level === 0) return entries;
  return entries.flatMap(({ id, bounds: [west, south, east, north] }) => {
    const below = leavesOf(tree, { id, level: node.level - 1 });
    for (const { bounds } of below) {
      expect(bounds[0] >= west && bounds[1] >= south).toBe(true);
      expect(bounds[2] <= east && bounds[3] <= north).toBe(true);
    }
    return below;
  });
}

it.each([0, 1, 51, 52, 4_000])('reads the nodes of an R*Tree of SQLite with %i boxes', (count) => {
  const folder = mkdtempSync(join(tmpdir(), 'atlas-boxes-'));
  const database = new Database(join(folder, 'boxes.sqlite'));
  database.run('CREATE VIRTUAL TABLE boxes USING rtree_i32(id, west, east, south, north)');
  const insert = database.prepare('INSERT INTO boxes VALUES (?, ?, ?, ?, ?)');
  const random = seededRandom(count + 1);
  const boxes = Array.from({ length: count }, (_, i): BoxEntry => {
    const [x, y] = [Math.round(3.5e9 * (random() - 0.5)), Math.round(1.7e9 * (random() - 0.5))];
    // Ids up to 2^53 - 1, which do not fit into 32 bits.
    const id = Number.MAX_SAFE_INTEGER - 7 * i;
    return { id, bounds: [x, y, x + i, y + 2 * i] };
  });
  database.transaction(() => {
    for (const { id, bounds } of boxes) insert.run(id, bounds[0], bounds[2], bounds[1], bounds[3]);
  });
  const tree = new BoxTree(database, 'boxes');
  const found = leavesOf(tree, tree.root());
  expect(found.sort((a, b) => b.id - a.id)).toEqual(boxes);
  database.close();
  rmSync(folder, { recursive: true });
});

describe('an R*Tree that is written as a whole', () => {
  let folder: string;
  let database: Database;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atlas-boxes-'));
    database = new Database(join(folder, 'boxes.sqlite'), { writesTrees: true });
    database.run('CREATE VIRTUAL TABLE boxes USING rtree_i32(id, west, east, south, north)');
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  const write = (boxes: readonly BoxEntry[]): void => {
    const writer = new BoxTreeWriter(database, 'boxes');
    for (const { id, bounds } of boxes) writer.add(id, bounds);
    database.transaction(() => writer.write());
  };

  // 51 boxes fill a node, and 51 times 51 two levels.
  it.each([0, 1, 51, 52, 2_601, 2_602, 150_000])(
    'is valid for SQLite and finds what each box touches, with %i boxes',
    (count) => {
      const random = seededRandom(count + 2);
      const boxes = Array.from({ length: count }, (_, i): BoxEntry => {
        const [x, y] = [Math.round(3.5e9 * (random() - 0.5)), Math.round(1.7e9 * (random() - 0.5))];
        const id = Number.MAX_SAFE_INTEGER - 7 * (count - i);
        return { id, bounds: [x, y, x + Math.round(1e8 * random()), y + (i % 3)] };
      });
      write(boxes);
      expect(database.prepare("SELECT rtreecheck('boxes')").list()).toEqual(['ok']);
      const tree = new BoxTree(database, 'boxes');
      expect(leavesOf(tree, tree.root()).sort((a, b) => a.id - b.id)).toEqual(boxes);
      const touched = database.prepare(
        'SELECT id FROM boxes WHERE west <= ? AND east >= ? AND south <= ? AND north >= ? ORDER BY id',
      );
      for (let i = 0; i < 20; i += 1) {
        const [x, y] = [Math.round(3e9 * (random() - 0.5)), Math.round(1.5e9 * (random() - 0.5))];
        const [w, s, e, n] = [x, y, x + 3e7 * i, y + 3e7 * i];
        const found = touched.all(e, w, n, s).map(({ id }) => id);
        const expected = boxes.filter(
          ({ bounds: [west, south, east, north] }) =>
            west <= e && east >= w && south <= n && north >= s,
        );
        expect(found).toEqual(expected.map(({ id }) => id));
      }
      for (const { id } of boxes.slice(0, 3))
        expect(database.prepare('SELECT id FROM boxes WHERE id = ?').list(id)).toEqual([id]);
    },
  );

  it('takes boxes that are all at the same place', () => {
    const boxes = Array.from({ length: 1_000 }, (_, i): BoxEntry => ({
      id: i + 1,
      bounds: [5, 5, 5, 5],
    }));
    write(boxes);
    expect(database.prepare("SELECT rtreecheck('boxes')").list()).toEqual(['ok']);
    const tree = new BoxTree(database, 'boxes');
    expect(leavesOf(tree, tree.root()).sort((a, b) => a.id - b.id)).toEqual(boxes);
  });
});

it('returns the entries of a queue nearest first, and none at or above a limit', () => {
  const random = seededRandom(5);
  const distances = Array.from({ length: 500 }, () => Math.floor(100 * random()));
  const queue = new NearQueue<number>();
  const popped: number[] = [];
  for (const [i, distance] of distances.entries()) {
    queue.push(distance, distance);
    if (i % 3 === 2) popped.push(queue.pop(Infinity)!);
  }
  expect(popped).toHaveLength(166);
  const rest: number[] = [];
  for (let next = queue.pop(90); next !== undefined; next = queue.pop(90)) rest.push(next);
  expect(rest).toEqual([...rest].sort((a, b) => a - b));
  expect(rest.every((distance) => distance < 90)).toBe(true);
  const above = distances.filter((distance) => distance >= 90).length;
  expect(popped.length + rest.length + above).toBe(500);
});
