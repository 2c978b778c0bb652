/** The review that an atlas repository copies from `deploy/review`, over a repository of its own. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { writeAtlas } from '../../build-atlas.ts';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const REVIEW = join(REPOSITORY, 'deploy/review');

/** The command from its sources, for any working folder. */
const COMMAND = [
  process.execPath,
  '--conditions=atlas-source',
  `--import=${import.meta.resolve('tsx')}`,
  join(REPOSITORY, 'cli/atlas.ts'),
].join(' ');

const ATLAS = `
datasets:
  - id: spots
    geometry: point
    permission: open
    load: { file: data/spots.geojson }
    fields:
      name: { type: text, label: { en: Name, fr: Nom } }
      phone: { type: text, permission: known, label: { en: Phone, fr: Téléphone } }
groups:
  - { id: spots, name: { en: Spots, fr: Points }, category: things, sublayers: [{ id: spot, type: circle, source: spots, paint: { circle-color: '#2266cc' } }] }
  - { id: others, name: { en: Others, fr: Autres }, category: things, sublayers: [{ id: spot, type: circle, source: spots, paint: { circle-color: '#118844' } }] }
`;
const SPOT = {
  type: 'Feature',
  properties: { name: 'Lossi', phone: '1' },
  geometry: { type: 'Point', coordinates: [3, 3] },
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atlas-review-'));
  write(ATLAS);
  mkdirSync(join(root, 'atlas.config/data'));
  const collection = { type: 'FeatureCollection', features: [SPOT] };
  writeFileSync(join(root, 'atlas.config/data/spots.geojson'), JSON.stringify(collection));
  git('init', '-q', '-b', 'main');
  commit();
  git('checkout', '-q', '-b', 'change');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (yaml: string): void => writeAtlas(join(root, 'atlas.config'), yaml);

function git(...args: readonly string[]): void {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  execFileSync('git', ['-C', root, ...who, ...args]);
}

function commit(): void {
  git('add', '-A');
  git('commit', '-q', '-m', 'Change');
}

/** Runs the script on the branch `change` as the workflow does, compared with `main`. */
function review(): { readonly code: number | null; readonly out: string; readonly text: string } {
  commit();
  const { status, stdout } = spawnSync('sh', [join(REVIEW, 'review.sh'), 'main'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ATLAS: COMMAND, ATLAS_DATA_DIR: join(root, '.atlas') },
  });
  return { code: status, out: stdout, text: readFileSync(join(root, 'review/changes.md'), 'utf8') };
}

const pictures = (): readonly string[] =>
  existsSync(join(root, 'review/pictures'))
    ? readdirSync(join(root, 'review/pictures')).toSorted()
    : [];

describe('the review of an atlas repository', () => {
  it('says who may see more, and draws what looks different', () => {
    write(ATLAS.replace('permission: known, ', '').replace('#118844', '#cc2222'));
    const { code, out, text } = review();
    expect(code).toBe(3);
    expect(out).toContain('::warning title=Access::');
    expect(text).toMatch(
      /^### Who may see more\n\n- \*\*dataset `spots`\*\*: Everyone can now read the field `phone`/,
    );
    expect(text).toContain('red (#cc2222) instead of green (#118844)');
    // The dataset may be seen by more people, so the review does not draw it.
    expect(pictures()).toEqual([]);
    expect(existsSync(join(root, 'review/site'))).toBe(false);
  });

  it('has the exit code 0 where nobody may see more', () => {
    write(ATLAS.replace('#118844', '#cc2222'));
    const { code, out, text } = review();
    expect(code).toBe(0);
    expect(out).not.toContain('::warning title=Access::');
    expect(text).toContain('| ![before](review/pictures/others-before.png) |');
    expect(pictures()).toEqual(['others-after.png', 'others-before.png']);
    const site = readFileSync(join(root, 'review/site/index.html'), 'utf8');
    expect(site).toContain('#cc2222');
    // The atlas itself has no record of a publication.
    expect(existsSync(join(root, 'atlas.config/published.json'))).toBe(false);
  });

  it('prints errors as annotations of the changed lines', () => {
    write(ATLAS.replace("'#118844'", 'reddish'));
    const { code, out, text } = review();
    expect(code).toBe(1);
    expect(out).toMatch(/^::error file=atlas\.config\/atlas\.yaml,line=12,/m);
    expect(text).toContain('The configuration has errors.');
  });
});

interface Workflow {
  readonly on: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<string, { readonly permissions?: unknown; readonly steps: readonly Step[] }>
  >;
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

function workflow(name: string): Workflow & { readonly steps: readonly Step[] } {
  const parsed = parse(readFileSync(join(REVIEW, name), 'utf8')) as Workflow;
  return { ...parsed, steps: Object.values(parsed.jobs).flatMap(({ steps }) => steps) };
}

describe('the workflows of the review', () => {
  it('give the job that reads a pull request no token', () => {
    const { on, permissions, jobs, steps } = workflow('atlas-review.yml');
    expect(on).toBe('pull_request');
    expect(permissions).toEqual({ contents: 'read' });
    expect(Object.values(jobs).every((job) => job.permissions === undefined)).toBe(true);
    expect(JSON.stringify(jobs)).not.toMatch(/secrets|github\.token|GH_TOKEN|GITHUB_TOKEN/);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual([false, false]);
  });

  it('run nothing of the pull request in the job that has a token', () => {
    const { steps } = workflow('atlas-comment.yml');
    expect(steps.map(({ uses }) => uses)).toEqual(['actions/download-artifact@v4', undefined]);
    // An expression in a script would run what a branch has in its name.
    expect(steps.map(({ run = '' }) => run).join('')).not.toContain('${{');
    expect(steps.map(({ run = '' }) => run).join('')).not.toMatch(/npm|npx|node |sh review/);
  });

  it('comment without notifying anybody, and warn of changed programs', () => {
    const bin = join(root, 'bin');
    mkdirSync(bin);
    mkdirSync(join(root, 'review'));
    writeFileSync(join(root, 'review/changes.md'), 'For @ada: ![before](review/pictures/a.png)\n');
    // Answers as the program of GitHub does for a pull request with the number 7.
    const answers = `#!/bin/sh
case "$*" in
  *'/pulls/7/files'*) echo .github/workflows/atlas-review.yml ;;
  *'/issues/7/comments -F body=@comment.md'*) cp comment.md posted.md ;;
  *'/issues/7/comments'*) ;;
  *'head=ada:change'*) echo 7 ;;
  *) exit 1 ;;
esac
`;
    writeFileSync(join(bin, 'gh'), answers);
    chmodSync(join(bin, 'gh'), 0o755);
    const { run } = workflow('atlas-comment.yml').steps.at(-1)!;
    const { status } = spawnSync('bash', ['-e', '-c', run!], {
      cwd: root,
      env: {
        PATH: `${bin}:${process.env['PATH']}`,
        REPO: 'ada/atlas',
        RUN_URL: 'https://example.org/run',
        HEAD: 'ada:change',
        HEAD_SHA: 'abc',
      },
    });
    expect(status).toBe(0);
    const posted = readFileSync(join(root, 'posted.md'), 'utf8');
    expect(posted).toMatch(/^<!-- atlas-review -->\n\*\*This pull request also changes programs\./);
    expect(posted).toContain('For @\u200bada: before');
    expect(posted).toContain('[Messages and pictures](https://example.org/run)');
  });
});
