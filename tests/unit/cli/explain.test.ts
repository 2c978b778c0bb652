import { expect, test } from 'vitest';
import { run } from '../../../cli/atlas.ts';
import { catalogueOf } from 'atlas-engine';
import { schemas } from '../../../schemas/index.ts';
import { sample } from '../../size.ts';

async function explain(...args: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const io = {
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
    env: {},
    color: false,
  };
  const code = await run(['explain', ...args], io);
  return { code, out: out.join('\n'), err: err.join('\n') };
}

test('a code is explained by an example of its message', async () => {
  const { code, out } = await explain('unknown-category');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^unknown-category: Unknown category\.\n\nerror unknown-category {2}\S+:\d+:\d+/,
  );
  expect(out).toContain('Help:');
});

test('every code has an explanation', async () => {
  const without: string[] = [];
  for (const code of sample([...catalogueOf('en').kinds.keys()], 25)) {
    const { out } = await explain(code);
    if (!out.startsWith(`${code}: `)) without.push(code);
  }
  expect(without).toEqual([]);
});

test('a key is explained by its type, default, keys and example, also inside lists and unions', async () => {
  expect((await explain('groups.popup.fields')).out).toMatch(
    /^groups\.popup\.fields: list of field\n/,
  );
  expect((await explain('group.opacity')).out).toContain('(default: 1)');
  expect((await explain('groups[0].sublayers[2].paint')).out).toContain('preset');
  const { out } = await explain('datasets.fields.name', '--json');
  expect(JSON.parse(out)).toMatchObject({
    path: 'datasets.fields.name',
    keys: expect.arrayContaining([
      { key: 'type', description: expect.stringContaining('type') as string },
    ]) as unknown[],
  });
});

test('every schema can be explained, and every key of a file', async () => {
  const keys = Object.keys(schemas['atlas-file'].properties);
  for (const what of sample([...Object.keys(schemas), ...keys], 15))
    expect(await explain(what)).toMatchObject({ code: 0, err: '' });
});

test('an unknown code or key is an error with the most similar one', async () => {
  expect(await explain('unknown-catgory')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Did you mean `unknown-category`?') as string,
  });
  expect((await explain('groups.opactiy')).err).toContain('Did you mean `opacity`?');
  expect((await explain('groups.popup.qqq')).err).toContain('Known here: title, fields');
});
