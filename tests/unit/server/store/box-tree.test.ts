import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BoxTree, type BoxEntry, type BoxNode } from '../../../../server/store/sqlite/box-tree.ts';
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
