import { formatDate, type CompiledForm, type Translate, type WordKey } from 'atlas-engine/runtime';
import { useCallback } from 'react';
import type { Answers } from '../../account/admin-calls.ts';
import { useAtlas } from '../../ui/atlas-context.ts';
import type { Fact } from './parts.tsx';

/** How ids, languages and times are shown in the language of the page. */
export interface Names {
  readonly levelName: (id: string) => string;
  readonly languageName: (locale: string) => string;
  /** The day of a time in ISO 8601. */
  readonly day: (time: string) => string;
}

export function useNames(): Names {
  const { levels, locale, locales } = useAtlas().bundles.index;
  const languageName = useCallback(
    (id: string) => locales.available.find((one) => one.id === id)?.name ?? id,
    [locales],
  );
  return {
    levelName: (id) => levels.find((level) => level.id === id)?.name ?? id,
    languageName,
    day: (time) => formatDate(time.slice(0, 'YYYY-MM-DD'.length), locale),
  };
}

/** Returns the answers of a form with the labels of its fields and options. */
export function answerFacts(
  answers: Answers,
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
