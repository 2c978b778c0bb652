/** The rules as functions over files. Each returns its violations as text, one per line. */
import { basename, dirname } from 'node:path';
import type { Ban, Exception } from './layout.ts';
import type { Source } from './read-sources.ts';

export function tooLong(sources: readonly Source[], longest: number): string[] {
  return sources
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > longest)
    .map(({ path, lines }) => `${path}: ${lines} lines`);
}

export function longLines(sources: readonly Source[], longest: number): string[] {
  return sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, i) => ({ length: line.length, number: i + 1 }))
      .filter(({ length }) => length > longest)
      .map(({ length, number }) => `${path}:${number}: ${length} characters`),
  );
}

/** Finds disabled lint rules without ` -- ` and a reason. */
export function bareExceptions(sources: readonly Source[]): string[] {
  return sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line, i) => ({ line, number: i + 1 }))
      .filter(({ line }) => /\/[/*] (?:oxlint|eslint)-disable(?!.* -- \S)/.test(line))
      .map(({ number }) => `${path}:${number}: no reason`),
  );
}

export function bannedCalls(sources: readonly Source[], bans: readonly Ban[]): string[] {
  return bans.flatMap(({ call, where, except = [], instead }) =>
    sources
      .filter(({ path }) => where.some((folder) => path.startsWith(`${folder}/`)))
      .filter(({ path }) => !except.includes(basename(path)))
      .flatMap(({ path, code }) => {
        const found = call.exec(code);
        return found ? [`${path}: \`${found[0]}\`; use ${instead}`] : [];
      }),
  );
}

/**
 * Finds exports of `sources` that no file of `users` imports. A type also counts as used where its
 * own file uses it.
 */
export function deadExports(
  sources: readonly Source[],
  users: readonly Source[],
  doors: readonly Exception[],
): string[] {
  const taken = new Map<string, Set<string | null>>();
  for (const { to, names } of users.flatMap(({ imports }) => imports)) {
    if (to === null) continue;
    const known = taken.get(to) ?? new Set();
    for (const name of names ?? [null]) known.add(name);
    taken.set(to, known);
  }
  return sources
    .filter(({ path }) => !path.endsWith('.d.mts') && !doors.some(({ of }) => path.endsWith(of)))
    .flatMap(({ path, code, exports }) => {
      const known = taken.get(path);
      if (known?.has(null)) return [];
      const atHome = (name: string): boolean =>
        [...code.matchAll(new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`, 'g'))].length > 1;
      return exports
        .filter(({ name, isType }) => !known?.has(name) && !(isType && atHome(name)))
        .map(({ name }) => `${path}: ${name}`);
    });
}

/** Finds files that import each other in a cycle, imports of types included. */
export function fileCircles(
  sources: readonly Source[],
  exceptions: readonly Exception[],
): string[] {
  const graph = new Map(
    sources.map(({ path, imports }) => [path, imports.flatMap(({ to }) => to ?? [])]),
  );
  return circlesIn(graph)
    .filter((circle) => !exceptions.some(({ of }) => circle.every((path) => path.startsWith(of))))
    .map((circle) => circle.join(', '));
}

/**
 * Finds folders that import each other in a cycle. Imports between a folder and its own subfolder
 * do not count.
 */
export function folderCircles(
  sources: readonly Source[],
  exceptions: readonly Exception[],
): string[] {
  const graph = new Map<string, string[]>();
  for (const { path, imports } of sources) {
    const from = dirname(path);
    const to = imports
      .flatMap((one) => (one.to === null ? [] : dirname(one.to)))
      .filter((other) => !isIn(other, from) && !isIn(from, other));
    graph.set(from, [...(graph.get(from) ?? []), ...to]);
  }
  return circlesIn(graph)
    .filter((circle) => !exceptions.some(({ of }) => circle[0] === of))
    .map((circle) => circle.join(', '));
}

function isIn(folder: string, outer: string): boolean {
  return `${folder}/`.startsWith(`${outer}/`);
}

/** Finds imports from a folder into a top-level folder that it may not import. */
export function upwardArrows(
  sources: readonly Source[],
  mayImport: Readonly<Record<string, readonly string[]>>,
): string[] {
  const top = (path: string): string => path.split('/')[0]!;
  return sources.flatMap(({ path, imports }) => {
    const allowed = [top(path), ...(mayImport[top(path)] ?? [])];
    return imports
      .filter(({ to }) => to !== null && !allowed.includes(top(to)))
      .map(({ to }) => `${path} -> ${to}`);
  });
}

/** Finds imports of a stage that go to a later stage. */
export function laterStages(
  sources: readonly Source[],
  folder: string,
  stages: readonly string[],
): string[] {
  const stageOf = (path: string): number =>
    isIn(path, folder) ? stages.indexOf(path.split('/')[1] ?? '') : -1;
  return sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ to }) => to !== null && stageOf(path) >= 0 && stageOf(to) > stageOf(path))
      .map(({ to }) => `${path} -> ${to}`),
  );
}

/**
 * Returns the cycles of a graph (its strongly connected components of two or more nodes), each
 * sorted.
 */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const seen = new Map<string, { index: number; low: number }>();
  const path: string[] = [];
  const visit = (node: string): { index: number; low: number } => {
    const own = { index: seen.size, low: seen.size };
    seen.set(node, own);
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      const known = seen.get(next);
      if (!known) own.low = Math.min(own.low, visit(next).low);
      else if (path.includes(next)) own.low = Math.min(own.low, known.index);
    }
    if (own.low === own.index) {
      const circle = path.splice(path.indexOf(node));
      if (circle.length > 1) found.push(circle.sort());
    }
    return own;
  };
  for (const node of graph.keys()) if (!seen.has(node)) visit(node);
  return found;
}
