import { latest } from '@maplibre/maplibre-gl-style-spec';
import type { SchemaName } from '../../schemas/index.ts';
import { follow, type Node, nodesOf, typeOfBranch } from './nodes.ts';

/** A layer property in the style specification. */
interface PropertySpec {
  readonly type: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly values?: Readonly<Record<string, unknown>>;
}

type Specs = Readonly<Record<string, PropertySpec>>;

/** The specifications of properties by part and layer type, such as `paint_fill`. */
const SPECS = latest as unknown as Readonly<Record<string, Specs>>;

const PAGE = 'https://maplibre.org/maplibre-style-spec/layers/#';

/** JSON types for types of the specification; a property of another type accepts any value. */
const LITERALS: Readonly<Record<string, { readonly type: string; readonly words: string }>> = {
  number: { type: 'number', words: 'a number' },
  color: { type: 'string', words: 'a colour' },
  boolean: { type: 'boolean', words: '`true` or `false`' },
  enum: { type: 'string', words: 'a word' },
  formatted: { type: 'string', words: 'a text' },
  resolvedImage: { type: 'string', words: 'the name of an icon' },
};

/**
 * Adds the MapLibre properties to `paint` and `layout` of a branch of the union of sublayers; the
 * source schemas do not list them. Other branches are returned unchanged.
 */
export function withStyleProperties(branch: Node, kind: SchemaName): Node {
  const properties = { ...nodesOf(branch['properties']) };
  for (const part of ['paint', 'layout']) {
    const specs = SPECS[`${part}_${typeOfBranch(branch)}`];
    const node = properties[part];
    if (!specs || !node) continue;
    const named = follow(node, kind);
    const { $ref: _, ...hover } = named.node;
    const open = follow(named.node, named.kind);
    const { properties: shared, additionalProperties: any } = open.node;
    properties[part] = {
      ...open.node,
      ...hover,
      properties: {
        ...nodesOf(shared),
        ...propertiesOf(specs, follow(any as Node, open.kind).node),
      },
      additionalProperties: false,
    };
  }
  return { ...branch, properties };
}

function propertiesOf(specs: Specs, any: Node): Readonly<Record<string, Node>> {
  // Visibility is controlled by the switch of the group in the layer list.
  const own = Object.entries(specs).filter(([name]) => name !== 'visibility');
  return Object.fromEntries(own.map(([name, spec]) => [name, propertyOf(name, spec, any)]));
}

/** Returns the schema of a property: a literal of its type, an expression, or a short form. */
function propertyOf(name: string, spec: PropertySpec, any: Node): Node {
  const literal = LITERALS[spec.type];
  const { minimum, maximum, values } = spec;
  const limits = [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`to ${maximum}`]),
  ];
  return {
    title: name,
    description: `A MapLibre property: ${[literal?.words ?? 'a list', ...limits].join(' ')}. See ${PAGE}${name}`,
    type: literal ? [literal.type, 'array', 'object'] : any['type'],
    'x-forms': any['x-forms'],
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(values === undefined || spec.type !== 'enum' ? {} : { 'x-words': Object.keys(values) }),
  };
}
