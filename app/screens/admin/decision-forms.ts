/** The forms with which operators decide. */
import { valuesOf } from 'atlas-engine/runtime';
import type { BundleIndex, BundleProject, Translate, WordKey } from 'atlas-engine/runtime';
import type { GrantableLevel } from '../../account/admin-calls.ts';
import { areaIn } from '../forms/area-text.ts';
import { formOf, type Field } from '../forms/form-of.ts';
import type { DrawnForm } from '../forms/form-model.ts';

type Texts = Translate<WordKey>;

/** Who a decision is about. */
export interface Decision {
  /** The id of the form on the page. */
  readonly id: string;
  /** The name of the language of mails to the person. */
  readonly language: string;
}

/** A place in which a level can be granted. */
export type GrantableProject = Pick<BundleProject, 'id' | 'name'>;

const LONGEST_ANSWER = 2_000;

/** Grants a request: an optional last day, an optional place, and an optional message. */
export function grantForm(
  t: Texts,
  decision: Decision,
  projects: readonly GrantableProject[],
): DrawnForm {
  const fields = [untilField(t), ...placeFields(t, projects), answerField(t, decision)];
  return formOf(decision.id, t('admin.grant'), fields);
}

/** Grants one of these levels to an account. */
export function grantLevelForm(
  t: Texts,
  decision: Decision,
  {
    levels,
    index,
  }: {
    readonly levels: readonly GrantableLevel[];
    readonly index: Pick<BundleIndex, 'locale' | 'projects'>;
  },
): DrawnForm {
  const level: Field = {
    name: 'level',
    schema: { type: 'string', title: t('admin.level'), enum: levels.map(({ id }) => id) },
    ui: {
      widget: 'choice',
      labels: levels.map(({ name }) => name),
      help: levels
        .filter(({ opens }) => opens.length > 0)
        .map(({ name, opens }) =>
          t('admin.opens-of', { level: name, layers: valuesOf(opens, index) }),
        )
        .join(' '),
    },
  };
  const fields = [
    level,
    untilField(t),
    ...placeFields(t, index.projects),
    answerField(t, decision),
  ];
  return formOf(decision.id, t('admin.grant'), fields);
}

/** Refuses a request. The reason is required, because the person receives it. */
export function refusalForm(t: Texts, decision: Decision): DrawnForm {
  const { optional: _, ...answer } = answerField(t, decision, t('admin.refusal'));
  return formOf(decision.id, t('admin.refuse'), [answer]);
}

/** The values of a grant that are proposed: a year from now. */
export function proposedGrant(): { readonly until: string } {
  return { until: later({ months: 12 }) };
}

/** Says that access was granted, where it is valid and what its last day is. */
export function grantedText(
  t: Texts,
  { name, values }: { readonly name: string; readonly values: Readonly<Record<string, unknown>> },
  {
    day,
    projects,
  }: { readonly day: (time: string) => string; readonly projects: readonly GrantableProject[] },
): string {
  const { until, project, area } = values;
  const place =
    projects.find(({ id }) => id === project)?.name ??
    (typeof area === 'string' ? areaIn(area)?.name : undefined);
  const sentences = [
    typeof until === 'string'
      ? t('admin.granted-to-day', { name, date: day(until) })
      : t('admin.granted', { name }),
    ...(place === undefined ? [] : [t('admin.granted-where', { place })]),
  ];
  return sentences.join(' ');
}

/** Answers a message. */
export function messageForm(t: Texts, decision: Decision): DrawnForm {
  const { optional: _, ...answer } = answerField(t, decision);
  return formOf(decision.id, t('admin.send-answer'), [answer]);
}

/** Where the level is valid: in a project, or in a polygon; everywhere without either. */
function placeFields(t: Texts, projects: readonly GrantableProject[]): readonly Field[] {
  const project: Field = {
    name: 'project',
    schema: { type: 'string', title: t('admin.project'), enum: projects.map(({ id }) => id) },
    ui: {
      widget: 'choice',
      labels: projects.map(({ name }) => name),
      help: t('admin.project-help'),
    },
    optional: true,
  };
  const area: Field = {
    name: 'area',
    schema: { type: 'string', title: t('admin.area') },
    ui: { widget: 'area', help: t('admin.area-help') },
    optional: true,
  };
  return projects.length > 0 ? [project, area] : [area];
}

function untilField(t: Texts): Field {
  const presets = [
    { label: t('admin.days-30'), value: later({ days: 30 }) },
    { label: t('admin.months-6'), value: later({ months: 6 }) },
    { label: t('admin.year-1'), value: later({ months: 12 }) },
    { label: t('admin.no-end'), value: undefined },
  ];
  return {
    name: 'until',
    schema: { type: 'string', title: t('admin.until') },
    ui: { widget: 'date', help: t('admin.until-help'), presets },
    optional: true,
  };
}

/** Returns a later day as `YYYY-MM-DD`. The 31st of a month becomes the last day of a shorter one. */
function later({ days = 0, months = 0 }): string {
  const now = new Date();
  const last = new Date(Date.UTC(now.getFullYear(), now.getMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(now.getDate(), last) + days;
  return new Date(Date.UTC(now.getFullYear(), now.getMonth() + months, day))
    .toISOString()
    .slice(0, 'YYYY-MM-DD'.length);
}

function answerField(t: Texts, { language }: Decision, title: string = t('admin.answer')): Field {
  return {
    name: 'answer',
    schema: { type: 'string', title, maxLength: LONGEST_ANSWER, pattern: '\\S' },
    ui: { widget: 'long-text', help: t('admin.answer-help', { language }) },
    optional: true,
  };
}
