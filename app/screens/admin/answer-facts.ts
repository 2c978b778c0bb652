import type { CompiledForm, Translate, WordKey } from 'atlas-engine/runtime';
import type { FormAnswers } from 'atlas-engine/http';
import type { Fact } from './parts.tsx';

/** Returns the answers of a form with the labels of its fields and options. */
export function answerFacts(
  answers: FormAnswers,
  form: CompiledForm | undefined,
  t: Translate<WordKey>,
): readonly Fact[] {
  return Object.entries(answers).map(([field, answer]) => {
    const schema = form?.schema.properties[field];
    const place = schema?.type === 'string' ? (schema.enum?.indexOf(String(answer)) ?? -1) : -1;
    const written = form?.ui[field]?.labels?.[place] ?? String(answer);
    const value = typeof answer === 'boolean' ? t(answer ? 'admin.yes' : 'admin.no') : written;
    return { label: schema?.title ?? field, value };
  });
}
