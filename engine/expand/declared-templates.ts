import { suggest } from '../diagnostics/suggest.ts';
import type { RawNode } from '../model/report.ts';
import { checkShape } from '../shape/check-shape.ts';
import type { ExpandContext } from './context.ts';
import { mentionsIn } from './substitute.ts';

/** Adds a template by its id. Diagnostics: those of its shape, `duplicate-id`. */
export function addTemplate(template: RawNode, { templates, report }: ExpandContext): void {
  const fits = checkShape('templates', template, { node: template }, report);
  const { id } = template;
  if (typeof id !== 'string') return;
  const first = templates.get(id);
  if (first === undefined) templates.set(id, fits ? template : null);
  else
    report.error(
      'duplicate-id',
      { node: template, key: 'id' },
      { kind: 'template', id },
      first ? [{ target: { node: first, key: 'id' }, note: 'first-defined-here' }] : [],
    );
}

/** Diagnostics: `unused-template`, `unused-parameter`. */
export function reportUnused({ templates, used, report }: ExpandContext): void {
  for (const [id, template] of templates) {
    if (!template) continue;
    const { parameters = {}, sublayers } = template;
    if (!used.has(id)) {
      report.warn('unused-template', { node: template, key: 'id' }, { id });
      continue;
    }
    const declared = Object.keys(parameters);
    const mentioned = mentionsIn(sublayers).map(({ name }) => name.split('.')[0]!);
    // A misspelt mention is reported at its own place; what it meant is used.
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
