import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSettings, SETTINGS } from '../../../server/config/settings.ts';
import { DEFAULT_LIMITS } from '../../../server/http/limits.ts';
import { findNginx } from '../../contract/server/nginx.ts';

const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url));
/** Variables of other programs: glibc keeps less memory for threads. */
const OTHERS = ['MALLOC_ARENA_MAX'];
const NAMES = [...Object.values(SETTINGS).map(({ name }) => name), ...OTHERS];

const read = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8');

/** Returns the variables that a pattern finds in a text. */
function variables(text: string, pattern: RegExp): Record<string, string> {
  return Object.fromEntries([...text.matchAll(pattern)].map((match) => [match[1]!, match[2]!]));
}

const has = (command: string): boolean => spawnSync(command, ['--version']).error === undefined;

describe('the examples of deployment', () => {
  it.each([
    ['atlas.env.example', /^#?(\w+)=(.*)$/gm],
    ['Dockerfile', /^(?:ENV| {3}) (\w+)=(\S+)/gm],
  ])('set only known variables in %s, to valid values', (file, pattern) => {
    const env = variables(read(file), pattern);
    expect(Object.keys(env).length).toBeGreaterThan(3);
    expect(Object.keys(env).filter((name) => !NAMES.includes(name))).toEqual([]);
    expect(() => readSettings(env)).not.toThrow();
  });

  it('leave all settings of a unit to the file that the commands read too', () => {
    for (const unit of ['atlas.service', 'atlas-backup.service']) {
      expect(read(unit)).toMatch(/^EnvironmentFile=\/etc\/atlas\/atlas\.env$/m);
      expect(read(unit)).not.toMatch(/^Environment=/m);
    }
    const example = variables(read('atlas.env.example'), /^(\w+)=(.*)$/gm);
    expect(example).toMatchObject({ NODE_ENV: 'production', ATLAS_DATA_DIR: '/var/lib/atlas' });
  });

  it('say where one’s own configuration goes, as the unit and the image read it', () => {
    const readme = read('README.md');
    const own = /^## Your own configuration$.*?(?=^## )/ms.exec(readme)![0];
    const mounted = /-v \/srv\/my-atlas:(\S+):ro/.exec(own)![1];
    expect(variables(read('Dockerfile'), /^ {4}(\w+)=(\S+)/gm)['ATLAS_CONFIG_DIR']).toBe(mounted);
    expect(own).toContain('`ATLAS_CONFIG_DIR=/srv/my-atlas` in `/etc/atlas/atlas.env`');
    expect(variables(read('atlas.env.example'), /^(\w+)=(.*)$/gm)).toHaveProperty(
      'ATLAS_CONFIG_DIR',
    );
    // The unit cannot read homes, and has no reload.
    const unit = read('atlas.service');
    expect(own).toMatch(/not below `\/home`, `\/root` or `\/tmp`/);
    expect(unit).toMatch(/^ProtectHome=yes$[^]*^PrivateTmp=yes$/m);
    expect(own).toContain('There is no reload');
    expect(unit).not.toContain('ExecReload');
  });

  it('mention existing settings and metrics only', () => {
    const operating = read('../docs/operating.md').replace(
      /^## Outside services$.*?(?=^## )/ms,
      '',
    );
    const text = operating + read('README.md') + read('alerts.yaml');
    const named = [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)\b/g)].map((match) => match[1]!);
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((name) => !NAMES.includes(name))).toEqual([]);
    const code = [
      'serving/create-server',
      'serving/protect-server',
      'http/refusals',
      'routes/events/events-route',
      'routes/health/health-routes',
      'serving/measure-answers',
      'metrics/measure-process',
    ]
      .map((file) => readFileSync(join(DEPLOY, '../server', `${file}.ts`), 'utf8'))
      .join('\n');
    const figures = [...text.matchAll(/\b(?:atlas|nodejs)_[a-z_]+(?=[{[` ])/g)].map(([figure]) =>
      figure.replace(/_(?:bucket|count|sum)$/, ''),
    );
    expect(new Set(figures).size).toBeGreaterThan(3);
    for (const figure of figures) expect(code).toContain(`'${figure}'`);
  });

  it.each([
    ['node:24-bookworm-slim', '', 1],
    ['node:24-bookworm-slim', 'yes', 0],
    [`node:24-bookworm-slim@sha256:${'0'.repeat(64)}`, '', 0],
  ])('check the image %s with ALLOW_TAG "%s": exit code %i', (image, allowed, code) => {
    const [, check] = /^RUN (case[\s\S]*?esac)$/m.exec(read('Dockerfile'))!;
    const { status, stderr } = spawnSync('sh', ['-c', check!], {
      encoding: 'utf8',
      env: { NODE_IMAGE: image, ALLOW_TAG: allowed },
    });
    expect([status, stderr !== '']).toEqual([code, code !== 0]);
    // The check is before the build, and all stages use the same image.
    const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(bases).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}']);
    expect(read('Dockerfile')).toMatch(/^ARG NODE_IMAGE=node:24-/m);
  });

  const systemd = has('systemd-analyze');
  it.runIf(systemd)(
    `hold units that systemd takes (${systemd ? 'systemd' : 'not here: it is not installed'})`,
    () => {
      const units = ['atlas.service', 'atlas-backup.service', 'atlas-backup.timer'];
      const { stdout, stderr } = spawnSync(
        'systemd-analyze',
        ['verify', ...units.map((name) => join(DEPLOY, name))],
        { encoding: 'utf8' },
      );
      // Whether the server is installed does not matter here.
      const faults = (stdout + stderr)
        .split('\n')
        .filter(
          (line) =>
            /atlas(?:-backup)?\.(?:service|timer)/.test(line) &&
            !line.includes('is not executable'),
        );
      expect(faults).toEqual([]);
    },
  );

  const nginx = findNginx();
  const canTry = nginx !== null && has('openssl');
  it.runIf(canTry)(
    `hold a site that nginx takes (${canTry ? 'nginx' : 'not here: nginx or openssl is not installed'})`,
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'atlas-site-'));
      try {
        const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
        const request = [
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-days',
          '1',
          '-subj',
          '/CN=atlas.example.org',
        ];
        execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], {
          stdio: 'ignore',
        });
        const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
          .map((name) => `${name}_temp_path ${folder}/${name};`)
          .join(' ');
        const site = read('nginx.conf')
          .replaceAll('/etc/letsencrypt/live/atlas.example.org', folder)
          .replaceAll('/var/cache/nginx', folder)
          .replace(/^.*\[::\].*$/gm, '')
          .replaceAll('listen 80;', `listen unix:${folder}/80;`)
          .replaceAll('listen 443', `listen unix:${folder}/443`);
        writeFileSync(
          join(folder, 'site.conf'),
          `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary} ${site} }`,
        );
        const { status, stderr } = spawnSync(
          nginx!,
          ['-t', '-p', folder, '-c', join(folder, 'site.conf')],
          { encoding: 'utf8' },
        );
        expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  it('have the same limits in the proxy and in the unit as the server', () => {
    const rules = read('nginx.conf').replaceAll(/#.*$/gm, '');
    const numbers = (pattern: RegExp): number[] =>
      [...rules.matchAll(pattern)].map((match) => Number(match[1]));
    const { connectionsPerAddress, eventStreamsPerAddress, connections } = DEFAULT_LIMITS;
    expect(numbers(/limit_conn atlas_under_way (\d+);/g)).toEqual([
      connectionsPerAddress,
      connectionsPerAddress,
    ]);
    expect(numbers(/limit_conn atlas_events (\d+);/g)).toEqual([eventStreamsPerAddress]);
    expect(numbers(/client_header_timeout (\d+)s;/g)).toEqual([DEFAULT_LIMITS.headTime / 1_000]);
    expect(numbers(/send_timeout (\d+)s;/g)).toEqual([DEFAULT_LIMITS.stall / 1_000]);
    const files = Number(/^LimitNOFILE=(\d+)$/m.exec(read('atlas.service'))?.[1]);
    // A socket and a file for each connection, and the open files of the store.
    expect(files).toBeGreaterThan(2 * connections + 1_000);
    expect(read('atlas.service')).toMatch(/^MemoryMax=\d+G$/m);
  });

  it('keep the proxy from caching private responses', () => {
    const rules = read('nginx.conf').replaceAll(/#.*$/gm, '');
    expect(rules).not.toMatch(
      /proxy_ignore_headers|proxy_cache_valid|proxy_hide_header|proxy_cache_key/,
    );
  });
});
