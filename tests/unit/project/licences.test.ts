import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly resolved?: string;
  /** A folder of this repository. */
  readonly link?: boolean;
}

const LOCK = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../package-lock.json', import.meta.url)), 'utf8'),
) as { readonly packages: Readonly<Record<string, LockedPackage>> };

/**
 * Licences of packages that ship with the atlas; LGPL only for libraries that the server loads
 * unchanged.
 */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0',
  'PSF-2.0',
  'OFL-1.1',
  'MIT OR Apache-2.0',
  '(MIT OR Apache-2.0)',
  '(MIT AND Zlib)',
  'MIT AND BSD-3-Clause',
  'Zlib',
]);
/** Loaded unchanged from a separate file, which anyone can replace; see `docs/third-party.md`. */
const LGPL_ALLOWED = new Set(['geos-wasm']);

const others = Object.entries(LOCK.packages).filter(
  ([path, { link }]) => path !== '' && link !== true,
);
const shipped = others.filter(([, { dev }]) => dev !== true);

/** Licences of tools for building and testing. */
const ALLOWED_BESIDE = new Set([...ALLOWED, 'MPL-2.0', 'OFL-1.1']);

const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');

describe('the lock file', () => {
  it('has no registry addresses', () => {
    const named = Object.entries(LOCK.packages).filter(
      ([, { resolved, link }]) => resolved !== undefined && link !== true,
    );
    expect(named).toEqual([]);
  });

  it('contains only shipped packages with a listed licence', () => {
    const wrong = shipped
      .map(([path, { license }]) => ({
        name: nameOf(path),
        license: license ?? 'none',
      }))
      .filter(
        ({ name, license }) =>
          !ALLOWED.has(license) && !(LGPL_ALLOWED.has(name) && license.startsWith('LGPL')),
      );
    expect(wrong).toEqual([]);
    expect(shipped.length).toBeGreaterThan(20);
  });
});

describe('shipped packages with obligations', () => {
  it('are documented with their version, licence and obligations', () => {
    const text = readFileSync(new URL('../../../docs/third-party.md', import.meta.url), 'utf8');
    const asking = shipped.filter(([, { license = '' }]) => /GPL|MPL|EPL|CDDL/.test(license));
    expect(asking.map(([path]) => nameOf(path))).toEqual([...LGPL_ALLOWED]);
    for (const [path, { version, license }] of asking)
      expect(text).toContain(`\`${nameOf(path)}\` ${version}, ${license}`);
    const { files } = JSON.parse(
      readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
    ) as { files: string[] };
    expect(files).toContain('docs');
  });

  it('are not bundled, so that they can be replaced', () => {
    const code = readFileSync(new URL('../../../server/geometry/geos.ts', import.meta.url), 'utf8');
    expect(code).toContain("from 'geos-wasm'");
    const bundled = readFileSync(new URL('../../../scripts/build-app.ts', import.meta.url), 'utf8');
    expect(bundled).not.toContain('geos-wasm');
  });
});

describe('the tools', () => {
  it('have licences that allow building and testing with them', () => {
    const wrong = others
      .filter(([, { dev }]) => dev === true)
      .filter(([, { license }]) => !ALLOWED_BESIDE.has(license ?? 'none'))
      .map(([path, { license }]) => `${nameOf(path)}: ${license ?? 'none'}`);
    expect(wrong).toEqual([]);
  });
});

describe('the manifest', () => {
  it.each(['package.json', 'engine/package.json'])('%s pins every dependency', (name) => {
    const manifest = JSON.parse(
      readFileSync(fileURLToPath(new URL(`../../../${name}`, import.meta.url)), 'utf8'),
    ) as Record<string, Record<string, string>>;
    const loose = Object.entries({
      ...manifest['dependencies'],
      ...manifest['devDependencies'],
    }).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version));
    expect(loose).toEqual([]);
  });
});
