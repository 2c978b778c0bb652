import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  readSettings,
  SETTINGS,
  SettingsError,
  unknownSettings,
} from '../../../server/config/settings.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

function faultsOf(env: Record<string, string>): string[] {
  try {
    readSettings(env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message.split('\n');
  }
  return [];
}

describe('the settings', () => {
  it('have defaults; an empty variable counts as not set', () => {
    const defaults = {
      port: 4000,
      host: '127.0.0.1',
      publicUrl: null,
      trustProxy: false,
      frameAncestors: ["'self'"],
      configDir: 'atlas.config',
      dataDir: '.atlas',
      databaseUrl: null,
      logLevel: 'warn',
    };
    expect(readSettings({})).toMatchObject(defaults);
    expect(readSettings({ PORT: '', PUBLIC_URL: ' ', FRAME_ANCESTORS: '' })).toMatchObject(
      defaults,
    );
  });

  it('are read in each of their forms', () => {
    const read = (env: Record<string, string>) => readSettings(env);
    expect(read({ PORT: '0', HOST: '::' })).toMatchObject({ port: 0, host: '::' });
    expect(read({ PUBLIC_URL: 'https://atlas.example/' }).publicUrl).toBe('https://atlas.example');
    expect(read({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(read({ TRUST_PROXY: 'loopback, 10.0.0.0/8 2001:db8::1' }).trustProxy).toEqual([
      'loopback',
      '10.0.0.0/8',
      '2001:db8::1',
    ]);
    expect(read({ FRAME_ANCESTORS: 'none' }).frameAncestors).toEqual([]);
    expect(
      read({ FRAME_ANCESTORS: 'self, https://www.example.org https://*.example.net:8443' })
        .frameAncestors,
    ).toEqual(["'self'", 'https://www.example.org', 'https://*.example.net:8443']);
  });

  it.each([
    ['PORT', ['x', '-1', '65536', '4e3', '80 80']],
    ['HOST', ['http://localhost', 'local host', '127.0.0.1:4000']],
    [
      'PUBLIC_URL',
      [
        'atlas.example',
        'ftp://atlas.example',
        'https://atlas.example/map',
        'https://u:p@atlas.example',
      ],
    ],
    ['TRUST_PROXY', ['yes', '0', 'true', '0.0.0.0/0', '10.0.0.0/33', '10.0.0', '1 2']],
    ['FRAME_ANCESTORS', ['*', 'none self', "x; script-src 'unsafe-inline'", 'example.org']],
    ['DATABASE_URL', ['mysql://localhost/atlas', 'localhost']],
    ['LOG_LEVEL', ['verbose', 'INFO']],
    ['TILE_MEMORY_MB', ['0', '1.5', '64MB']],
    ['PICTURE_MEMORY_MB', ['0', '1.5', '32MB']],
  ])('refuse invalid values of %s', (name, wrong) => {
    for (const text of wrong) expect([text, faultsOf({ [name]: text }).length]).toEqual([text, 1]);
  });

  it('report all errors at once, with the value and what is expected', () => {
    expect(faultsOf({ PORT: '80a', LOG_LEVEL: 'loud', HOST: '::1' })).toEqual([
      'PORT is `80a`, but it must be a whole number from 0 to 65535.',
      'LOG_LEVEL is `loud`, but it must be one of silent, fatal, error, warn, info, debug, trace.',
    ]);
  });

  it('refuse to send mails without the address that their links lead to', () => {
    const mails = { SMTP_URL: 'smtp://mail.example.org' };
    expect(faultsOf(mails)).toEqual([expect.stringMatching(/^SMTP_URL needs PUBLIC_URL, /)]);
    expect(faultsOf({ ...mails, PUBLIC_URL: 'https://atlas.example' })).toEqual([]);
  });

  it('never print what may contain a password', () => {
    const [fault] = faultsOf({ DATABASE_URL: 'mysql://user:pa55word@db/atlas' });
    expect(fault).toContain('DATABASE_URL');
    expect(fault).not.toContain('pa55word');
  });

  it('report unknown names', () => {
    const env = {
      ATLAS_DATADIR: 'x',
      ATLAS_PORT: '1',
      ATLAS_ROADS_URL: 'on',
      ATLAS_XYZZY: '',
      PORT_: '1',
    };
    expect(unknownSettings(env, ['ATLAS_ROADS_URL'])).toEqual([
      'ATLAS_DATADIR is set, but it is not a setting. Did you mean ATLAS_DATA_DIR?',
      'ATLAS_PORT is set, but it is not a setting. Did you mean PORT?',
      'ATLAS_XYZZY is set, but it is not a setting. docs/operating.md lists the settings.',
    ]);
  });
});

/** Returns the cells of a Markdown table, from the row that begins with a cell. */
function tableRows(text: string, firstCell: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${firstCell} `));
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
  return lines.slice(start, end).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

describe('docs/operating.md', () => {
  it('lists each setting with its default and meaning, and no other', () => {
    const page = readFileSync(`${ROOT}/docs/operating.md`, 'utf8');
    const [, , ...rows] = tableRows(page, 'variable');
    const expected = Object.values(SETTINGS).map(({ name, preset, meaning }) => [
      `\`${name}\``,
      preset,
      meaning,
    ]);
    expect(rows.filter(([name]) => /^`[A-Z_]+`$/.test(name!))).toEqual(expected);
  });
});
