import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { keywords } from '../../../scripts/schemas/keywords.ts';
import { schemas } from '../../../schemas/index.ts';

type Node = Readonly<Record<string, unknown>>;

/**
 * Returns every schema node of a file with its JSON pointer, except nodes with only a reference.
 */
function nodesOf(node: Node, pointer = ''): [pointer: string, node: Node][] {
  const found: [string, Node][] = [];
  if (Object.keys(node).some((key) => key !== '$ref')) found.push([pointer, node]);
  const visit = (child: unknown, path: string): void => {
    if (typeof child === 'object' && child !== null) found.push(...nodesOf(child as Node, path));
  };
  for (const key of ['properties', '$defs', 'patternProperties'])
    for (const [name, child] of Object.entries((node[key] ?? {}) as Node))
      visit(child, `${pointer}/${key}/${encodeURIComponent(name)}`);
  for (const key of ['items', 'additionalProperties']) visit(node[key], `${pointer}/${key}`);
  for (const key of ['oneOf', 'prefixItems'])
    ((node[key] ?? []) as unknown[]).forEach((child, i) => visit(child, `${pointer}/${key}/${i}`));
  return found;
}

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
  discriminator: true,
});
for (const keyword of keywords) ajv.addKeyword(keyword);
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

const everyNode = Object.values(schemas).flatMap((schema) =>
  nodesOf(schema).map(([pointer, node]) => ({ id: `${schema.$id}#${pointer}`, node })),
);

describe('the schemas', () => {
  it('give every node a title, a description and an example', () => {
    const silent = everyNode.filter(
      ({ node }) =>
        typeof node['title'] !== 'string' ||
        !/^[`A-Z0-9].*[.…]$/s.test(String(node['description'])) ||
        ((node['examples'] ?? []) as unknown[]).length === 0,
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
    expect(everyNode.length).toBeGreaterThan(400);
  });

  it('accept all their examples and defaults', () => {
    const refused = everyNode.flatMap(({ id, node }) => {
      const validate = ajv.getSchema(id)!;
      const values = [...(node['examples'] as unknown[])];
      if ('default' in node) values.push(node['default']);
      return values
        .filter((value) => !validate(value))
        .map((value) => `${id}: ${JSON.stringify(value)}`);
    });
    expect(refused).toEqual([]);
  });

  it('reject unknown keys in every mapping of the language', () => {
    const closed = everyNode.filter(({ node }) => node['additionalProperties'] === false);
    expect(closed.length).toBeGreaterThan(40);
    for (const { id, node } of closed) {
      const validate = ajv.getSchema(id)!;
      const example = (node['examples'] as unknown[]).find((value) => isMapping(value)) as Node;
      expect(validate(example), id).toBe(true);
      expect(validate({ ...example, 'no-such-key': 1 }), id).toBe(false);
    }
  });
});

describe('one mistake gives one error', () => {
  const errorsOf = (kind: string, value: unknown): [string, string, unknown][] => {
    const validate = ajv.getSchema(`${kind}.schema.json`)!;
    validate(value);
    return (validate.errors ?? []).map((error) => [
      error.instancePath,
      error.keyword,
      error.params,
    ]);
  };
  const group = (sublayer: Node): Node => ({
    id: 'a',
    name: { en: 'A' },
    category: 'c',
    sublayers: [sublayer],
  });

  it('for a sublayer of an unknown type', () => {
    const errors = errorsOf('group', group({ id: 'a', type: 'fil', source: 's' }));
    expect(errors).toMatchObject([['/sublayers/0', 'discriminator', { tagValue: 'fil' }]]);
  });

  it('for a key that another type of sublayer has', () => {
    const errors = errorsOf(
      'group',
      group({ id: 'a', type: 'line', source: 's', outline: { color: '#000' } }),
    );
    expect(errors).toMatchObject([
      ['/sublayers/0', 'additionalProperties', { additionalProperty: 'outline' }],
    ]);
  });

  it('for two ways of loading, and for none', () => {
    const dataset = { id: 'a', geometry: 'point', permission: 'level-0' };
    const keys = ['file', 'table', 'service'];
    expect(
      errorsOf('dataset', { ...dataset, load: { file: 'a.geojson', table: 'public.b' } }),
    ).toEqual([['/load', 'x-exactly-one', { keys, found: ['file', 'table'] }]]);
    expect(errorsOf('dataset', { ...dataset, load: {} })).toEqual([
      ['/load', 'x-exactly-one', { keys, found: [] }],
    ]);
  });

  it('for a base map that draws nothing', () => {
    const base = { id: 'a', name: { en: 'A' }, ground: 'light' };
    expect(errorsOf('base-layer', base)).toMatchObject([['', 'x-at-least-one', {}]]);
  });

  it('for a word that is not allowed', () => {
    const wrong = { ...group({ id: 'a', type: 'circle', source: 's' }), legend: 'auto-matic' };
    expect(errorsOf('group', wrong)).toEqual([
      ['/legend', 'x-words', { allowedValues: ['auto', 'none'] }],
    ]);
  });
});

function isMapping(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
