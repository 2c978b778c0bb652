import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createOperator, grantUser, listUsers } from '../../../cli/verbs/users.ts';

const folder = mkdtempSync(join(tmpdir(), 'atlas-users-'));
const lines: string[] = [];
const io = {
  out: (text: string) => void lines.push(text),
  err: (text: string) => void lines.push(text),
  env: { ATLAS_DATA_DIR: folder },
  color: false,
};
const config = 'atlas.config';

describe('atlas users', () => {
  afterAll(() => rmSync(folder, { recursive: true }));

  it('grant refuses a last day that is over, and a text that is not a day', async () => {
    await createOperator({ config, user: 'ines', email: 'ines@example.test' }, io);
    const grant = (until: string) =>
      grantUser({ config, user: 'ines', level: 'level-1', until }, io);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await expect(grant(yesterday)).rejects.toThrow('`--until` must be today or a later day.');
    await expect(grant('soon')).rejects.toThrow('`--until` must be a day such as 2027-01-31.');
    lines.length = 0;
    await listUsers(io);
    expect(lines.join()).not.toContain('level-1');
    const today = new Date().toISOString().slice(0, 10);
    expect(await grant(today)).toBe(0);
    lines.length = 0;
    await listUsers(io);
    expect(lines.join()).toContain(`level-1 until ${today}T23:59:59.999Z`);
  });
});
