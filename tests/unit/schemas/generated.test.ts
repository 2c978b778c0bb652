import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generateTypes, TYPES_FILE } from '../../../scripts/generate-types.ts';

it('the types are those of the schemas (else run `npm run types`)', async () => {
  expect(readFileSync(TYPES_FILE, 'utf8')).toBe(await generateTypes());
});
