/** Finds the areas that a visitor can choose by name: projects, and features of declared datasets. */
import type { NamedArea } from 'atlas-engine/http';
import { fitOf } from 'atlas-engine/runtime';
import { storeUnder } from '../../access/loaded-for.ts';
import { fromStore } from '../../http/errors.ts';
import { entriesOf, searchedCuts, titledHit, type SearchContext } from '../search/find.ts';

/** Maximum number of areas in an answer. */
const MOST = 20;

/** A search for areas with its words in the form of `foldWords`; without words, for projects. */
export interface AreaQuestion {
  readonly words: readonly string[];
  readonly locale: string;
}

/** Returns the areas whose names have the words, the best first. */
export async function findAreas(
  question: AreaQuestion,
  context: SearchContext,
): Promise<readonly NamedArea[]> {
  const projects = projectsFor(question, context);
  // Of equally good names, that of a place is what most people mean.
  return [...(await featuresFor(question, context)), ...projects]
    .sort((a, b) => a.fit - b.fit)
    .slice(0, MOST)
    .map(({ area }) => area);
}

interface Fitting {
  readonly fit: number;
  readonly area: NamedArea;
}

function projectsFor({ words, locale }: AreaQuestion, { snapshot, visitor }: SearchContext) {
  return entriesOf(snapshot, visitor, locale).flatMap((entry): Fitting[] => {
    const { kind, id, title, context, bounds: bbox, searched } = entry;
    const fit = words.length > 0 ? fitOf(searched, words) : 0;
    if (kind !== 'project' || bbox === null || fit === null) return [];
    return [{ fit, area: { id, title, context, bbox } }];
  });
}

async function featuresFor(
  { words, locale }: AreaQuestion,
  context: SearchContext,
): Promise<readonly Fitting[]> {
  const { snapshot, store } = context;
  const cuts = areaCuts(context);
  if (cuts.length === 0 || words.length === 0) return [];
  const hits = await fromStore(() =>
    storeUnder(store, snapshot, 'view').search({ cuts, words, limit: MOST }),
  );
  return hits.map((hit) => {
    const { title, context: kind } = titledHit(hit, { ...context, locale });
    const { dataset, id, bounds: bbox, fit } = hit;
    return { fit, area: { dataset, id, title, context: kind, bbox } };
  });
}

/** Returns the datasets of areas that the visitor may view, with the names that they may see. */
export function areaCuts({ snapshot, visitor }: Pick<SearchContext, 'snapshot' | 'visitor'>) {
  return searchedCuts(snapshot, visitor).filter(({ dataset }) =>
    snapshot.areas.datasets.has(dataset),
  );
}
