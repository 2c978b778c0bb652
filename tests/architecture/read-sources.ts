import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGES } from './layout.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** An import of a file. */
export interface Import {
  /** The specifier: a package name or a path. */
  readonly name: string;
  /** Path of the file from the root; null for an external package. */
  readonly to: string | null;
  readonly typeOnly: boolean;
  /** The imported names; null for all of them. */
  readonly names: readonly string[] | null;
}

/** An export of a file. */
export interface Export {
  readonly name: string;
  /** Whether the export is an interface or a type alias. */
  readonly isType: boolean;
}

/** A source file. */
export interface Source {
  /** Path of the file relative to the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** The text without comments. */
  readonly code: string;
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
}

/** Reads all source files in folders, without generated ones (`*.g.ts`). */
export function readSources(folders: readonly string[]): Source[] {
  return folders
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /(?<!\.g)\.(?:ts|tsx|mts|mjs)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !/(?:^|\/)(?:node_modules|dist)\//.test(path))
    .sort()
    .map((path) => readSource(path, readFileSync(join(ROOT, path), 'utf8')));
}

/** Parses the imports and exports of a file's text. */
export function readSource(path: string, text: string): Source {
  const code = text.replaceAll(/(?<=^|[\s({[,;])(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm, '');
  return { path, text, code, imports: importsOf(path, code), exports: exportsOf(code) };
}

const FROM = /\b(?:import|export)\s+(type\s+)?([\w$*\s,{}]*?)\s*\bfrom\s*'([^']+)'/g;
/** Imports for side effects, and dynamic imports. They may use every export of a module. */
const WHOLE = /\bimport\s*\(\s*'([^']+)'|\bimport\s+'([^']+)'/g;

function importsOf(path: string, code: string): Import[] {
  const pathOf = (name: string): string | null =>
    name.startsWith('.')
      ? relative('/', resolve('/', dirname(path), name))
      : (PACKAGES[name] ?? null);
  const named = [...code.matchAll(FROM)].map(([, type, clause = '', name = '']): Import => {
    const items =
      /\{([^}]*)\}/
        .exec(clause)?.[1]
        ?.split(',')
        .map((item) => item.trim()) ?? [];
    const listed = items.filter((item) => item !== '');
    const others = clause.replace(/\{[^}]*\}/, '').replaceAll(/[\s,]/g, '');
    return {
      name,
      to: pathOf(name),
      typeOnly:
        type !== undefined ||
        (others === '' && listed.length > 0 && listed.every((item) => item.startsWith('type '))),
      names: others.includes('*')
        ? null
        : [
            ...listed.map((item) => item.replace(/^type\s+/, '').split(/\s+as\s+/)[0]!),
            ...(others === '' ? [] : ['default']),
          ],
    };
  });
  const whole = [...code.matchAll(WHOLE)].map(([, called, bare]): Import => {
    const name = called ?? bare ?? '';
    return { name, to: pathOf(name), typeOnly: false, names: null };
  });
  return [...named, ...whole];
}

function exportsOf(code: string): Export[] {
  const declared = code.matchAll(
    /^export\s+(?:declare\s+|abstract\s+|async\s+)*(function\*?|const|let|class|interface|type|enum)\s+([\w$]+)/gm,
  );
  const listed = code.matchAll(/^export\s+(?:type\s+)?\{([^}]*)\}/gm);
  return [
    ...[...declared].map(([, kind, name]) => ({
      name: name!,
      isType: kind === 'interface' || kind === 'type',
    })),
    ...[...listed].flatMap(([, items = '']) =>
      items
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
        // A re-export is dead when no file imports it, even if it is a type.
        .map((item) => ({ name: item.split(/\s+/).at(-1)!, isType: false })),
    ),
  ];
}
