import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHANGES, changeMaplibre } from '../../../scripts/change-maplibre.ts';

const SOURCES = new URL('../../../node_modules/maplibre-gl/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, SOURCES), 'utf8');

describe('the changes to the sources of MapLibre', () => {
  it('are made for this version', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    // With another version, read each changed function again before this line is changed.
    expect(version).toBe('6.17.0');
  });

  it.each(Object.keys(CHANGES))('fit %s', (file) => {
    const source = read(`src/${file}`);
    const changed = changeMaplibre(file, source);
    for (const { to } of CHANGES[file]!) expect(changed).toContain(to);
    expect(() => changeMaplibre(file, changed)).toThrow('does not have this part');
    expect(() => changeMaplibre(file, source + source)).toThrow('does not have this part');
  });

  it('leave other files as they are', () => {
    expect(changeMaplibre('webgl/context.ts', 'text')).toBe('text');
  });
});
