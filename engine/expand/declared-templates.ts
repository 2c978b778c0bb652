import type { Template } from '../../schemas/config.g.ts';
import { suggest } from '../diagnostics/suggest.ts';
import type { RawNode } from '../model/report.ts';
import { isMapping } from '../parse/node-type.ts';
import { checkShape } from '../shape/check-shape.ts';
import type { ExpandContext } from './context.ts';
import { mentionsIn } from './substitute.ts';

/**
 * Adds a template by its id; `calls` are the calls of all templates. Diagnostics: those of its
 * shape, `duplicate-id`, `unused-parameter`.
 */
export function addTemplate(
  template: RawNode,
  calls: readonly RawNode[],
  context: ExpandContext,
): void {
  const { origins, templates, report } = context;
  const fits = checkShape('templates', template, { node: template }, report);
  const { id, fields } = template;
  if (typeof id !== 'string') return;
  if (isMapping(fields)) origins.share(fields);
  const first = templates.get(id);
  if (first === undefined) templates.set(id, fits ? asUsed(template, calls, context) : null);
  else
    report.error(
      'duplicate-id',
      { node: template, key: 'id' },
      { kind: 'template', id },
      first ? [{ target: { node: first, key: 'id' }, note: 'first-defined-here' }] : [],
    );
}

/**
 * Reports templates that use each other in a circle, each circle once. Such templates become
 * invalid. Diagnostic: `templates-in-a-circle`.
 */
export function reportCircles({ templates, report }: ExpandContext): void {
  const callsOf = (id: string): readonly RawNode[] =>
    (templates.get(id)?.sublayers ?? []).filter(({ use }) => use !== undefined);
  const usesOf = (id: string): readonly string[] => callsOf(id).map(({ use }) => String(use));
  const reported = new Set<string>();
  for (const id of templates.keys()) {
    const circle = reported.has(id) ? [] : circleFrom([id], usesOf, new Set());
    if (circle.length === 0) continue;
    for (const each of circle) reported.add(each);
    const callIn = (user: string, used: string): RawNode =>
      callsOf(user).find(({ use }) => use === used)!;
    const [, next = id] = circle;
    const node = callIn(circle.at(-1)!, id);
    const related = { target: { node, key: 'use' }, note: 'circle-closes-here' } as const;
    report.error(
      'templates-in-a-circle',
      { node: callIn(id, next), key: 'use' },
      { circle },
      circle.length > 1 ? [related] : [],
    );
  }
  for (const id of reported) templates.set(id, null);
}

/**
 * Returns the templates of a circle that begins with the first of `path`; empty if there is none.
 * `seen` are templates that lead to no circle.
 */
function circleFrom(
  path: readonly string[],
  usesOf: (id: string) => readonly string[],
  seen: Set<string>,
): readonly string[] {
  for (const used of usesOf(path.at(-1)!)) {
    if (used === path[0]) return path;
    if (seen.has(used)) continue;
    seen.add(used);
    const found = circleFrom([...path, used], usesOf, seen);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Returns the template with its parameters under the names that its sublayers use. A parameter that
 * is misspelt in its declaration is reported there, once. Diagnostic: `unused-parameter`.
 */
function asUsed(
  template: Template,
  calls: readonly RawNode[],
  { origins, report }: ExpandContext,
): Template {
  const { id, parameters = {}, sublayers = [] } = template;
  const used = [
    ...mentionsIn(sublayers).map(({ name }) => name.split('.')[0]!),
    ...calls.filter(({ use }) => use === id).flatMap(namesGiven),
  ];
  const strange = used.filter((name) => !(name in parameters));
  const meant = Object.entries(parameters).map(([name, spec]) => {
    const nearest = used.includes(name) ? undefined : suggest(name, strange);
    // If a name is used only once, the use may be misspelt, and not the declaration.
    if (nearest === undefined || strange.filter((each) => each === nearest).length < 2)
      return [name, spec] as const;
    const target = { node: parameters, key: name, part: 'key' } as const;
    report.error('unused-parameter', target, { name, id, nearest });
    return [nearest, spec] as const;
  });
  if (meant.every(([name]) => name in parameters)) return template;
  const copy = { ...template, parameters: Object.fromEntries(meant) };
  origins.record(copy, template);
  origins.record(copy.parameters, parameters);
  return copy;
}

/** Returns the names of the arguments of a call, including those of its `for`. */
function namesGiven({ with: given, for: loop }: RawNode): string[] {
  return [given, loop].filter(isMapping).flatMap((names) => Object.keys(names));
}

/**
 * Returns the template whose id is at a place and that has the requested part: sublayers or fields.
 * Returns null if there is none or it is invalid. Diagnostics: `unknown-template`,
 * `template-of-other-kind`.
 */
export function templateAt(
  { node, key }: { readonly node: object; readonly key: string | number },
  part: 'sublayers' | 'fields',
  { templates, used, report }: ExpandContext,
): Template | null {
  const name: unknown = (node as Readonly<Record<string, unknown>>)[key];
  if (typeof name !== 'string') return null;
  used.add(name);
  const template = templates.get(name);
  if (template === null) return null;
  if (template?.[part]) return template;
  if (template) report.error('template-of-other-kind', { node, key }, { id: name, part });
  else {
    const known = [...templates].flatMap(([id, each]) => (!each || each[part] ? [id] : []));
    const nearest = suggest(name, known);
    report.error('unknown-template', { node, key }, { found: name, nearest, known });
  }
  return null;
}

/** Reports unused templates and parameters. Diagnostics: `unused-template`, `unused-parameter`. */
export function reportUnused({ templates, used, report }: ExpandContext): void {
  const inside = [...templates.values()].flatMap((template) => template?.sublayers ?? []);
  const usedInside = new Set(inside.map(({ use }) => use));
  for (const [id, template] of templates) {
    if (!template) continue;
    const { parameters = {}, sublayers = [] } = template;
    if (!used.has(id) && !usedInside.has(id)) {
      report.warn('unused-template', { node: template, key: 'id' }, { id });
      continue;
    }
    const declared = Object.keys(parameters);
    const mentioned = mentionsIn(sublayers).map(({ name }) => name.split('.')[0]!);
    // A misspelt use is reported at its own place; the intended parameter counts as used.
    const meant = mentioned.map((name) => (name in parameters ? name : suggest(name, declared)));
    for (const name of declared)
      if (name !== 'country' && !meant.includes(name))
        report.error(
          'unused-parameter',
          { node: parameters, key: name, part: 'key' },
          { name, id },
        );
  }
}
