import type { AtlasModel } from '../model/model.ts';
import { keyOfThing, type ChangedThing } from './change.ts';
import { idOfGroup, type Renames } from './renames.ts';

/** A part of an atlas that is compared with the part of the same name in another version. */
export interface Thing extends ChangedThing {
  readonly value: object;
}

/** Parts of the model that hold things, or that other comparisons report. */
const APART = new Set([
  'attribution',
  'baseLayers',
  'categories',
  'classes',
  'datasets',
  'forms',
  'groups',
  'missingWords',
  'notices',
  'pages',
  'projects',
  'services',
  'sources',
  'terms',
]);

/** Returns every part of an atlas by its kind and id; the atlas itself is the last one. */
export function thingsOf(model: AtlasModel, renames?: Renames): ReadonlyMap<string, Thing> {
  const thing = (kind: string, id: string, value: object): Thing => ({
    kind,
    id,
    value,
    ...nameOf(value, model.locales.default),
  });
  const all = (kind: string, values: Iterable<{ readonly id: string }>): Thing[] =>
    [...values].map((value) => thing(kind, value.id, value));
  const groups = model.groups.map((group) => thing('group', idOfGroup(group, renames), group));
  const projects = model.projects.map((project) =>
    thing('project', renames?.projects.get(project.id) ?? project.id, project),
  );
  const rest = Object.entries(model).filter(([key]) => !APART.has(key));
  const things = [
    ...groups,
    ...all('dataset', model.datasets.values()),
    ...all('source', model.sources.values()),
    ...all('classes', model.classes.values()),
    ...all('base layer', model.baseLayers),
    ...projects,
    ...all('category', model.categories),
    ...all('notice', model.notices),
    ...all('page', model.pages),
    ...all('form', model.forms),
    ...all('terms', model.terms),
    ...all('service', model.services),
    thing('atlas', model.id, { ...Object.fromEntries(rest), attribution: model.attribution }),
  ];
  return new Map(things.map((each) => [keyOfThing(each), each]));
}

function nameOf(value: object, language: string): { readonly name?: string } {
  const { name, title } = value as { readonly name?: unknown; readonly title?: unknown };
  const text = (name ?? title) as Readonly<Record<string, string>> | undefined;
  return typeof text === 'object' && text[language] !== undefined ? { name: text[language] } : {};
}
