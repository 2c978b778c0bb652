import { schemas, type SchemaName } from '../../schemas/index.ts';
import { hoverOf } from './hover.ts';
import {
  find,
  follow,
  isNode,
  listOf,
  needsSplit,
  nodesOf,
  splitByType,
  typeOfBranch,
  type Node,
} from './nodes.ts';
import { withStyleProperties } from './style-properties.ts';

/** The position of a source node: its schema, and whether its values may contain `${…}`. */
interface Place {
  readonly kind: SchemaName;
  readonly parametric: boolean;
}

const ENTRY = 'template.schema.json#/$defs/for';
const PARAMETER = '#/definitions/parameter';

const PLAIN_TEXT = '#/definitions/plain-text';

/**
 * The schema of texts without `${…}`, which is only allowed in templates, in entries with `for` and
 * in arguments.
 */
const WITHOUT_PARAMETERS = {
  pattern: '^(?![\\s\\S]*\\$\\{)',
  patternErrorMessage:
    '`${…}` is allowed only in the sublayers of templates, in entries with `for`, and in arguments.',
};

/**
 * Generates the written form of the language from the source schemas: one JSON Schema (draft-07) of
 * a file as authors write it, with short forms, uses of templates, `for` and notes, and without
 * keywords that editors do not know. Every part is in `definitions`; a second definition with `+` is
 * the same part where `${…}` is allowed.
 */
export function writtenSchema(): Node {
  return new WrittenForm().build();
}

/** Keywords that are copied, because they have the same meaning in the written form. */
const COPIED: ReadonlySet<string> = new Set([
  'type',
  'const',
  'enum',
  'required',
  'pattern',
  'minLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
]);

/** Functions that convert the keywords that draft-07 does not have, or spells differently. */
const LOWER: Readonly<Record<string, (value: unknown) => Node>> = {
  dependentRequired: (value) => ({ dependencies: value }),
  'x-words': (value) => ({ enum: value }),
  'x-exactly-one': (value) => ({
    anyOf: eachRequired(listOf(value)),
    allOf: eachAlone(listOf(value)),
  }),
  'x-at-least-one': (value) => ({ anyOf: eachRequired(listOf(value)) }),
};

/** Returns a schema with `if`, `then` and `else`. */
function when(condition: Node, [first, second]: readonly [Node, Node?]): Node {
  const parts = [['if', condition], ['then', first], ...(second ? [['else', second]] : [])];
  return Object.fromEntries(parts) as Node;
}

function eachRequired(keys: readonly string[]): Node[] {
  const errorMessage = `One of the keys ${keys.join(', ')} is needed.`;
  return keys.map((key) => ({ required: [key], errorMessage }));
}

/**
 * Returns schemas in which each key excludes the keys after it, so that an editor underlines the
 * second of two keys.
 */
function eachAlone(keys: readonly string[]): Node[] {
  const errorMessage = `Only one of the keys ${keys.join(', ')} is allowed.`;
  return keys.slice(0, -1).map((key, i) => {
    const others = Object.fromEntries(keys.slice(i + 1).map((other) => [other, false]));
    return when({ required: [key] }, [{ properties: others, errorMessage }]);
  });
}

/** The lists whose entries may have defaults in their file, with their kinds. */
const TAKING_DEFAULTS = Object.fromEntries(
  Object.entries(schemas.defaults.properties).map(([key, node]) => [
    key,
    follow({ $ref: node['x-defaults-of'] }, 'defaults').kind,
  ]),
);

/** Returns the schemas that require keys in each entry of a list unless `defaults` has them. */
function neededKeys(list: string, kind: SchemaName): Node[] {
  const inDefaults = (key: string): Node =>
    ['defaults', list].reduceRight<Node>(
      (inner, name) => ({ required: [name], properties: { [name]: inner } }),
      { required: [key] },
    );
  const keys = listOf((schemas[kind] as Node)['required']).filter((key) => key !== 'id');
  return keys.map((key) =>
    when(inDefaults(key), [{}, { properties: { [list]: { items: { required: [key] } } } }]),
  );
}

/** Returns a message that describes the expected text, instead of the regular expression. */
function formatMessage({ description, examples }: Node): string {
  const [example] = (examples ?? []) as readonly unknown[];
  const [sentence] = String(description).split(/(?<=[.])\s/, 1);
  return `Wrong format. ${sentence} Example: ${String(example)}`;
}

class WrittenForm {
  readonly #definitions: Record<string, Node> = {
    note: {
      title: 'Note',
      description:
        'Keys that begin with `x-` are notes of the author; the atlas does not read them.',
    },
    parameter: { type: 'string', pattern: '\\$\\{' },
    'plain-text': WITHOUT_PARAMETERS,
  };

  build(): Node {
    const file = schemas['atlas-file'] as Node;
    const place = { kind: 'atlas-file', parametric: false } as const;
    const root = this.#write({ ...file, properties: {} }, place);
    const properties = Object.entries(nodesOf(file['properties'])).map(([key, node]) => [
      key,
      this.#writeKind(node, place),
    ]);
    return {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $comment: 'Generated by scripts/generate-schemas.ts from the other schemas; do not edit.',
      ...root,
      properties: Object.fromEntries(properties) as Node,
      allOf: Object.entries(TAKING_DEFAULTS).flatMap(([key, kind]) => neededKeys(key, kind)),
      definitions: Object.fromEntries(
        Object.entries(this.#definitions).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    };
  }

  /**
   * Writes the value of a top-level key. Entries of a list may have `for`, and a list may be empty.
   */
  #writeKind(node: Node, place: Place): Node {
    const { kind, node: list } = follow(node, place.kind);
    const entry = isNode(list['items']) ? list['items']['$ref'] : undefined;
    if (typeof entry !== 'string' || entry.startsWith('template')) return this.#write(node, place);
    return {
      ...hoverOf(node),
      type: ['array', 'null'],
      items: this.#withFor(entry, { kind, parametric: false }),
    };
  }

  #write(node: Node, place: Place): Node {
    if (typeof node['$ref'] === 'string') return this.#writeRef(node, node['$ref'], place);
    const { form, needsGuard } = this.#formOf(node, place);
    if (!place.parametric || !needsGuard) return { ...hoverOf(node), ...form };
    return { ...hoverOf(node), if: { $ref: PARAMETER }, else: form };
  }

  #writeRef(node: Node, ref: string, place: Place): Node {
    const target = this.#define(ref, place);
    return { ...hoverOf(node), $ref: target };
  }

  /**
   * Returns the name of the definition for the target of a reference. The definition is created on
   * first use.
   */
  #define(ref: string, place: Place): string {
    const { kind, name, node } = find(ref, place.kind);
    const full = place.parametric ? `${name}+` : name;
    if (!(full in this.#definitions)) {
      this.#definitions[full] = {};
      // Other required keys may be in the defaults of the file.
      const takesDefaults = Object.values(TAKING_DEFAULTS).includes(name as SchemaName);
      const lenient = takesDefaults ? { ...node, required: ['id'] } : node;
      this.#definitions[full] = this.#write(lenient, { ...place, kind });
    }
    return `#/definitions/${full}`;
  }

  /** Returns the keywords of a node, and whether a `${…}` as its value would violate them. */
  #formOf(node: Node, place: Place): { form: Node; needsGuard: boolean } {
    if (typeof node['x-written'] === 'string') {
      const body = [{ $ref: this.#define(node['x-written'], { ...place, parametric: true }) }];
      const entry = { properties: { for: false }, allOf: body };
      const form = this.#orCall(node['x-written'], place, () => entry);
      return { form: form ?? entry, needsGuard: false };
    }
    if (typeof node['x-use'] === 'string')
      return { form: this.#writeWithUse(node, place), needsGuard: true };
    if (typeof node['x-defaults-of'] === 'string')
      return { form: this.#writeDefaults(node['x-defaults-of'], place), needsGuard: false };
    if ('oneOf' in node) return { form: this.#writeUnion(node, place), needsGuard: true };
    if (needsSplit(node)) {
      const branches = splitByType(node).map((branch) => this.#formOf(branch, place).form);
      return { form: { anyOf: branches }, needsGuard: true };
    }
    return this.#writePlain(node, place);
  }

  /** Writes a mapping with any keys of an entry except `id`; none is required. */
  #writeDefaults(ref: string, place: Place): Node {
    const { kind, node } = find(ref, place.kind);
    const { $id: _id, required: _required, 'x-exactly-one': _one, ...rest } = node;
    const { id: _, ...properties } = nodesOf(node['properties']);
    return this.#writePlain({ ...rest, properties, minProperties: 1 }, { kind, parametric: true })
      .form;
  }

  #writePlain(node: Node, place: Place): { form: Node; needsGuard: boolean } {
    const types = listOf(node['type']);
    const form = this.#writeKeywords(node, place);
    if (Array.isArray(node['prefixItems'])) {
      form['items'] = node['prefixItems'].map((item: Node) => this.#write(item, place));
      form['additionalItems'] = false;
    }
    // An entry is checked without its `for`, which its wrapper checks.
    if (place.parametric && '$id' in node)
      form['properties'] = { ...(form['properties'] as Node | undefined), for: true };
    if (Array.isArray(node['x-forms']))
      form['allOf'] = [{ $ref: this.#defineForms(node['x-forms'] as string[], place) }];
    if (types.includes('object')) form['patternProperties'] = this.#notes(form, place);
    if ('pattern' in node) form['patternErrorMessage'] = formatMessage(node);
    const free = types.includes('string') && !('enum' in node || 'const' in node);
    if (free && !place.parametric)
      form['allOf'] = [...((form['allOf'] ?? []) as Node[]), { $ref: PLAIN_TEXT }];
    return { form, needsGuard: types.length > 0 && !(free && !('pattern' in node)) };
  }

  /**
   * Writes a mapping that may name templates under `use`. These templates may provide required
   * keys.
   */
  #writeWithUse(node: Node, place: Place): Node {
    const { kind, node: use } = find(String(node['x-use']), place.kind);
    const item = node['additionalProperties'] as Node;
    const whole = follow(item, place.kind);
    const { required: _, ...part } = whole.node;
    const mapping = (entry: Node, named: Node): Node => ({
      properties: { use: { ...hoverOf(use), ...named } },
      additionalProperties: entry,
      patternProperties: this.#notes({}, place),
    });
    const entry = this.#write(item, place);
    const names = this.#writePlain(use, { ...place, kind }).form;
    return {
      type: 'object',
      ...when({ required: ['use'], properties: { use: { not: { type: 'object' } } } }, [
        mapping(this.#write(part, { ...place, kind: whole.kind }), names),
        mapping(entry, entry),
      ]),
    };
  }

  /** Returns the keywords of a node, each converted to draft-07. */
  #writeKeywords(node: Node, place: Place): Record<string, unknown> {
    const form: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(node)) {
      const lower = LOWER[key];
      if (lower) Object.assign(form, lower(value));
      else if (key === 'type' && 'x-forms' in node)
        form[key] = listOf(value).filter((type) => type !== 'null');
      else if (key === 'properties' || key === 'patternProperties')
        form[key] = this.#writeEach(nodesOf(value), place);
      else if (key === 'items' || key === 'additionalProperties')
        form[key] = isNode(value) ? this.#writeItem(value, place) : value;
      else if (COPIED.has(key)) form[key] = value;
    }
    return form;
  }

  #writeEach(parts: Readonly<Record<string, Node>>, place: Place): Node {
    const written = Object.entries(parts).map(([key, part]) => [key, this.#write(part, place)]);
    return Object.fromEntries(written) as Node;
  }

  /** Writes an item of a list. With `x-call`, the use of a template is also allowed. */
  #writeItem(item: Node, place: Place): Node {
    const ref = item['$ref'];
    const form =
      typeof ref === 'string' && this.#orCall(ref, place, () => this.#withFor(ref, place));
    return form || this.#write(item, place);
  }

  /** Writes an entry, or the use of a template in its place; null for others without `x-call`. */
  #orCall(ref: string, place: Place, entryOf: () => Node): Node | null {
    const call = find(ref, place.kind).node['x-call'];
    if (typeof call !== 'string') return null;
    const { use: name } = nodesOf(find(call, place.kind).node['properties']);
    const entry = entryOf();
    return when({ type: 'object', required: ['use'] }, [
      { $ref: this.#define(call, { ...place, parametric: false }) },
      when({ type: 'object', required: ['type'] }, [
        entry,
        // While the entry has neither key, the editor also offers `use`.
        { properties: { use: hoverOf(name!) }, allOf: [entry] },
      ]),
    ]);
  }

  /** Writes an entry that may have `for`, and may then contain `${…}`. */
  #withFor(ref: string, place: Place): Node {
    const loop = { kind: place.kind, parametric: true };
    const part = find(ENTRY, place.kind).node;
    return {
      properties: { for: hoverOf(part) },
      ...when({ type: 'object', required: ['for'] }, [
        {
          properties: { for: { $ref: this.#define(ENTRY, { ...place, parametric: false }) } },
          allOf: [{ $ref: this.#define(ref, loop) }],
        },
        { $ref: this.#define(ref, place) },
      ]),
    };
  }

  /** Writes a union by `type`: first the types, then the keywords of the branch of each type. */
  #writeUnion(node: Node, place: Place): Node {
    const branches = node['oneOf'] as readonly Node[];
    const types = branches.map((branch) => typeOfBranch(branch));
    const shared = Object.entries(nodesOf(branches[0]!['properties'])).filter(([key]) =>
      branches.every((branch) => key in nodesOf(branch['properties'])),
    );
    const [, tag] = shared.find(([key]) => key === 'type')!;
    return {
      type: 'object',
      required: ['type'],
      properties: {
        ...Object.fromEntries(shared.map(([key, part]) => [key, this.#hoverThrough(part, place)])),
        type: this.#write(
          { ...hoverOf(node), ...hoverOf(tag), type: 'string', enum: types },
          place,
        ),
      },
      allOf: branches.map((branch) =>
        when({ required: ['type'], properties: { type: { const: typeOfBranch(branch) } } }, [
          this.#formOf({ ...withStyleProperties(branch, place.kind), $id: node['$id'] }, place)
            .form,
        ]),
      ),
    };
  }

  #hoverThrough(node: Node, place: Place): Node {
    return hoverOf('description' in node ? node : follow(node, place.kind).node);
  }

  /** Returns the name of the definition for a list of short forms. */
  #defineForms(names: readonly string[], place: Place): string {
    const name = `forms.${names.join('.')}${place.parametric ? '+' : ''}`;
    this.#definitions[name] ??= this.#writeForms(names, { ...place, kind: 'short-form' });
    return `#/definitions/${name}`;
  }

  /** Writes a list of short forms. A mapping is validated as the first form whose key it has. */
  #writeForms(names: readonly string[], place: Place): Node {
    const forms = names.map((name) => {
      const ref = `#/$defs/${name}`;
      const { node } = find(ref, place.kind);
      return { ref, keys: listOf(node['required']), parts: nodesOf(node['properties']) };
    });
    const keys = forms.flatMap(({ keys: own }) => own);
    const hover = forms.flatMap(({ keys: own, parts }) =>
      own.map((key) => [key, this.#hoverThrough(parts[key]!, place)]),
    );
    const message = `A mapping is a short form: it has one of the keys ${keys.join(', ')}.`;
    const chain = forms.reduceRight<Node>(
      (next, { ref, keys: own }) =>
        when({ anyOf: own.map((key) => ({ required: [key] })) }, [
          { $ref: this.#define(ref, place) },
          next,
        ]),
      { anyOf: keys.map((key) => ({ required: [key], errorMessage: message })) },
    );
    return {
      properties: Object.fromEntries(hover) as Node,
      ...when({ type: 'object' }, [chain]),
    };
  }

  #notes(form: Node, { parametric }: Place): Node {
    return {
      ...(form['patternProperties'] as Node | undefined),
      '^x-': { $ref: '#/definitions/note' },
      ...(parametric ? { '\\$\\{': {} } : {}),
    };
  }
}
