import type { Template } from '../../schemas/config.g.ts';
import { suggest } from '../diagnostics/suggest.ts';
import type { RawNode } from '../model/report.ts';
import { isMapping } from '../parse/node-type.ts';
import { checkShape } from '../shape/check-shape.ts';
import type { ExpandContext } from './context.ts';
import { templateAt } from './declared-templates.ts';
import { layOver } from './lay-over.ts';

/**
 * Returns a dataset in which the fields of templates replace `use` in its `fields`. Keys that the
 * dataset declares for such a field override those of the template. Diagnostics: `unknown-key`,
 * `field-of-two-templates`, those of `templateAt`, and those of the shape of `use`.
 */
export function withFieldsOfTemplates(dataset: RawNode, context: ExpandContext): RawNode {
  const { fields } = dataset;
  const { origins, faulty, report } = context;
  if (!isMapping(fields)) return dataset;
  const slip = Object.keys(fields).find((key) => isUseMisspelt(key, fields[key]));
  if (slip !== undefined) {
    faulty.add(dataset);
    const target = { node: fields, key: slip, part: 'key' } as const;
    report.error('unknown-key', target, { key: slip, nearest: 'use', known: ['use'] });
    return dataset;
  }
  // A mapping under `use` declares a field of the data with this name.
  if (!('use' in fields) || isMapping(fields['use'])) return dataset;
  const { templates, areAll } = templatesUsed(fields, context);
  const added = [...templates].filter(([name]) => !Object.hasOwn(fields, name));
  const made = Object.entries(fields).flatMap(([name, own]) => {
    if (name === 'use') return added.map(([each, { fields: its }]) => [each, its![each]] as const);
    const under: unknown = templates.get(name)?.fields?.[name];
    return [
      [name, isMapping(under) && isMapping(own) ? layOver(under, own, origins) : own] as const,
    ];
  });
  const all = Object.fromEntries(made);
  origins.record(all, fields);
  for (const [name, { fields: its }] of added) origins.inherit(all, its!, [name]);
  const copy = { ...dataset, fields: all };
  origins.record(copy, dataset);
  if (!areAll || faulty.has(dataset)) faulty.add(copy);
  return copy;
}

/** Returns whether a key is a misspelt `use`. The value of a field would be a mapping. */
function isUseMisspelt(key: string, value: unknown): boolean {
  const isNames = typeof value === 'string' || Array.isArray(value);
  return isNames && key !== 'use' && suggest(key, ['use']) === 'use';
}

/** The template of each field, by field name, and whether all templates are valid. */
interface Used {
  readonly templates: ReadonlyMap<string, Template>;
  readonly areAll: boolean;
}

function templatesUsed(fields: RawNode, context: ExpandContext): Used {
  const { use } = fields;
  const { report } = context;
  const templates = new Map<string, Template>();
  const at = { node: fields, key: 'use' };
  if (!checkShape('field-use', use, at, report)) return { templates, areAll: false };
  const places = typeof use === 'string' ? [at] : use.map((_, key) => ({ node: use, key }));
  let areAll = true;
  for (const place of places) {
    const template = templateAt(place, 'fields', context);
    areAll &&= template !== null;
    for (const field of Object.keys(template?.fields ?? {})) {
      const first = templates.get(field);
      if (!first) templates.set(field, template!);
      else {
        const params = { field, first: first.id, second: template!.id };
        report.error('field-of-two-templates', place, params);
      }
    }
  }
  return { templates, areAll };
}
