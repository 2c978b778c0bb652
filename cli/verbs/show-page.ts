/** What `atlas show` prints of the objects of the page: forms, tools, notices and pages. */
import type { AtlasModel, Form, LoadedAtlas, Notice, Page, Tools } from 'atlas-engine';
import { pick } from '../../host/config/valid-config.ts';
import { inLocales, textLines } from './show-words.ts';

type Tool = NonNullable<Tools[keyof Tools]>;

/** An object of the configuration, and the lines that are printed below its heading. */
export interface Shown {
  readonly thing: object;
  readonly lines: readonly string[];
}

/** Returns an object of the page. Throws `UsageError` for an unknown id. */
export function showOfPage(
  kind: 'form' | 'tool' | 'notice' | 'page',
  id: string,
  { model }: LoadedAtlas & { readonly ok: true },
): Shown {
  const byId = <T extends { readonly id: string }>(things: readonly T[]): T =>
    pick(new Map(things.map((thing) => [thing.id, thing])), id, kind);
  switch (kind) {
    case 'form': {
      const form = byId(model.forms);
      return { thing: form, lines: formLines(form, model) };
    }
    case 'notice': {
      const notice = byId(model.notices);
      return { thing: notice, lines: noticeLines(notice) };
    }
    case 'page': {
      const page = byId(model.pages);
      return { thing: page, lines: pageLines(page) };
    }
    case 'tool': {
      const tools = new Map<string, Tool>(Object.entries(model.tools));
      const tool = pick(tools, id, kind);
      return { thing: tool, lines: toolLines(tool) };
    }
  }
}

function formLines({ title, intro, submit, fields }: Form, { locales }: AtlasModel): string[] {
  return [
    ...textLines('title', title),
    ...textLines('intro', intro),
    ...textLines('submit', submit),
    'fields:',
    ...fields.map(({ name, type, label, required, ...rest }) => {
      const { help: _help, section: _section, ...own } = rest;
      const words = inLocales(locales.available, (locale) => label[locale]!);
      return `  ${name}: ${type}${required ? ' (required)' : ''}  ${words}${keyWords(own)}`;
    }),
  ];
}

function noticeLines({ kind, version, title, text, from, until }: Notice): string[] {
  return [
    `kind: ${kind}  version: ${version}  from: ${from ?? 'now'}  until: ${until ?? 'no end'}`,
    ...textLines('title', title),
    ...textLines('text', text),
  ];
}

function pageLines({ title, text, date, responsible }: Page): string[] {
  return [
    `date: ${date}`,
    ...textLines('title', title),
    ...textLines('responsible', responsible?.name),
    ...textLines('address', responsible?.address),
    ...textLines('text', text),
  ];
}

function toolLines({ order, name, about, permission, ...own }: Tool): string[] {
  return [
    `permission: ${permission.id}  order: ${order}`,
    ...textLines('name', name),
    ...textLines('about', about),
    ...Object.entries(own).map(([key, value]) => `${keyOf(key)}: ${JSON.stringify(value)}`),
  ];
}

/** Returns the other keys of a field with their values; a page is written as its id. */
function keyWords(own: object): string {
  return Object.entries(own)
    .map(([key, value]) => `  ${keyOf(key)}: ${JSON.stringify(key === 'page' ? value.id : value)}`)
    .join('');
}

/** Returns the key in the configuration of a property of the model: `max-length` for `maxLength`. */
function keyOf(property: string): string {
  return property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
