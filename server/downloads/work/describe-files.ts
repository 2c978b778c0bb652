/** The texts beside the data of a download: fields, metadata, and a page to read first. */
import { formatDate } from 'atlas-engine/runtime';
import type { Words } from '../../access/atlas-snapshot.ts';
import { termsText } from '../../access/terms-text.ts';
import type { DatasetTask, DownloadTask } from './task.ts';
import { dbfColumns } from '../files/dbf-columns.ts';
import {
  headingOf,
  type FeatureCensus,
  type FileField,
  type TextSheet,
} from '../files/feature-file.ts';

/** Returns the list of fields as CSV: names, names in shapefiles, types, units, labels, values. */
export function fieldList(
  fields: readonly FileField[],
  census: FeatureCensus,
  locales: readonly string[],
): string {
  const columns = new Map(dbfColumns(fields, census).map((column) => [column.field, column]));
  const head = [
    'name',
    'shapefile_name',
    'shapefile_cut',
    'type',
    'unit',
    ...locales.map((locale) => `label_${locale}`),
    ...locales.map((locale) => `values_${locale}`),
  ];
  const rows = fields.map((field) => [
    field.name,
    columns.get(field.name)?.name ?? '',
    columns.get(field.name)?.isTruncated === true ? '254 bytes' : '',
    field.type,
    field.unit ? [...new Set(Object.values(field.unit))].join(' / ') : '',
    ...locales.map((locale) => field.label[locale] ?? ''),
    ...locales.map((locale) => valuesOf(field, locale)),
  ]);
  return [head, ...rows].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

function valuesOf({ values }: FileField, locale: string): string {
  return [...(values ?? [])].map(([value, label]) => `${value}: ${label[locale] ?? ''}`).join('; ');
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the last sheets of a spreadsheet: the meaning of its columns, then sources and terms. */
export function textSheets(dataset: DatasetTask, task: DownloadTask): readonly TextSheet[] {
  const say = sentencesIn(task.locale);
  return [
    { name: say('columns'), rows: fieldRows(dataset.fields, task.locale) },
    { name: say('sources'), rows: aboutRows(dataset, task) },
  ];
}

/** Returns the meaning of each field; the first row names the columns. */
function fieldRows(fields: readonly FileField[], locale: string): TextSheet['rows'] {
  const say = sentencesIn(locale);
  return [
    ['column', 'name', 'values'].map((key) => say(key)),
    ...fields.map((field) => [headingOf(field, locale), field.name, valuesOf(field, locale)]),
  ];
}

/** Returns the metadata of a dataset for programs. */
export function metadataOf(
  { cut, title, info, fields, demo }: DatasetTask,
  census: FeatureCensus,
  task: DownloadTask,
): object {
  return {
    dataset: cut.dataset,
    title,
    ...info,
    demonstration: demo,
    restricted: cut.rank > 0,
    downloaded: { by: task.recipient.username, on: task.recipient.day },
    agreement: task.agreement,
    area: task.area,
    crs: 'EPSG:4326',
    features: census.count,
    bbox: census.bounds,
    fields: fields.map(({ name, type, label, unit, values }) => ({
      name,
      type,
      label,
      unit,
      ...(values && { values: Object.fromEntries(values) }),
    })),
  };
}

/** The sentences of the page, by the first part of a locale; other locales read English. */
const SENTENCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    heading: 'Data downloaded by {who} on {day}',
    agreement: 'Data agreement accepted: version of {version}',
    area: 'Area: {size} km². Features that touch the area are included whole.',
    restricted:
      'Not open to everyone: these files are for {who} only. The data agreement says what you may do with them.',
    'restricted-by-terms':
      'Not open to everyone: these files are for {who} only. The data agreement and the terms of use say what you may do with them.',
    demo: 'Demonstration data: invented, not real.',
    count: 'features: {count}',
    none: 'chosen; no features in the area, so there are no files',
    source: 'Source',
    date: 'Date of the data',
    licence: 'Licence',
    terms: 'Terms of use (in full below)',
    citation: 'Citation',
    caution: 'Caution',
    columns: 'Columns',
    sources: 'Sources',
    column: 'Column',
    name: 'Name in the other formats',
    values: 'Values in the other formats',
    files: [
      'Each folder has the data, fields.csv (the meaning of each field, and its short name in shapefiles) and metadata.json.',
      'Coordinates are longitude and latitude (WGS 84, EPSG:4326). Texts are in UTF-8.',
      'In the CSV with semicolons, decimals have a comma, and an apostrophe precedes a text that a spreadsheet would run as a formula.',
      'Spreadsheets (.xlsx) have headings and values in words; their sheet “Columns” has those of the other formats.',
      'Spreadsheets have no outline longer than 32,767 characters; the other formats do.',
      'Shapefiles truncate texts after 254 bytes.',
      'GeoParquet files begin with the features of a coarse map; their column “level” counts from there.',
    ].join('\n'),
  },
  fr: {
    heading: 'Données téléchargées par {who} le {day}',
    agreement: 'Accord sur les données accepté\u00A0: version du {version}',
    area: 'Zone\u00A0: {size} km². Les objets qui touchent la zone sont fournis en entier.',
    restricted:
      'Données non publiques, réservées à {who}. L’accord sur les données précise les usages permis.',
    'restricted-by-terms':
      'Données non publiques, réservées à {who}. L’accord sur les données et les conditions d’utilisation précisent les usages permis.',
    demo: 'Données de démonstration\u00A0: inventées, elles ne décrivent rien de réel.',
    count: 'objets\u00A0: {count}',
    none: 'choisi\u00A0; aucun objet dans la zone, donc aucun fichier',
    source: 'Source',
    date: 'Date des données',
    licence: 'Licence',
    terms: 'Conditions d’utilisation (texte complet ci-dessous)',
    citation: 'Citation',
    caution: 'Mise en garde',
    columns: 'Colonnes',
    sources: 'Sources',
    column: 'Colonne',
    name: 'Nom dans les autres formats',
    values: 'Valeurs dans les autres formats',
    files: [
      'Chaque dossier contient les données, fields.csv (le sens de chaque champ et son nom court dans les shapefiles) et metadata.json.',
      'Les coordonnées sont en longitude et latitude (WGS 84, EPSG:4326), les textes en UTF-8.',
      'Dans le CSV à points-virgules, les décimales s’écrivent avec une virgule et une apostrophe précède tout texte qu’un tableur prendrait pour une formule.',
      'Les classeurs (.xlsx) ont des titres et des valeurs en toutes lettres\u00A0; leur feuille «\u00A0Colonnes\u00A0» donne ceux des autres formats.',
      'Les classeurs omettent tout contour de plus de 32 767 caractères\u00A0; les autres formats les contiennent.',
      'Les shapefiles coupent les textes après 254 octets.',
      'Les fichiers GeoParquet commencent par les objets d’une carte générale\u00A0; leur colonne «\u00A0level\u00A0» compte à partir de là.',
    ].join('\n'),
  },
};

/** Returns the languages of the atlas, that of the person first. */
function ownFirst({ locale, locales }: DownloadTask): readonly string[] {
  return [locale, ...locales.filter((other) => other !== locale)];
}

/** Returns the page to read first, in every language of the atlas. */
export function readmeOf(
  task: DownloadTask,
  parts: readonly { readonly dataset: DatasetTask; readonly count: number }[],
  absent: readonly DatasetTask[],
): string {
  const pages = ownFirst(task).map((locale) => pageIn(locale, task, { parts, absent }));
  return pages.join('\n\n----\n\n');
}

type Say = (key: string, values?: Readonly<Record<string, string>>) => string;

/** Returns what says the sentences of a language, with values in them. */
function sentencesIn(locale: string): Say {
  const words = SENTENCES[locale.split('-')[0]!] ?? SENTENCES['en']!;
  return (key, values = {}) =>
    words[key]!.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');
}

/** Returns what is known about a dataset, with the word for each. */
function factsIn(
  locale: string,
  { info }: Pick<DatasetTask, 'info'>,
): readonly (readonly [word: string, text: string])[] {
  const say = sentencesIn(locale);
  const rows: readonly (readonly [string, string | Words | undefined])[] = [
    ['source', info.provider],
    ['date', info.date === undefined ? undefined : formatDate(info.date, locale)],
    ['licence', info.licence],
    ['terms', info.terms?.name],
    ['citation', info.citation],
    ['caution', info.caution],
  ];
  return rows.flatMap(([key, value]) => {
    const text = typeof value === 'string' ? value : value?.[locale];
    return text ? [[say(key), text] as const] : [];
  });
}

/** Returns what must be said about the data of a dataset. */
function remarksIn(
  locale: string,
  { cut, info, demo }: DatasetTask,
  who: string,
): readonly string[] {
  const say = sentencesIn(locale);
  return [
    ...(cut.rank > 0 ? [say(info.terms ? 'restricted-by-terms' : 'restricted', { who })] : []),
    ...(demo ? [say('demo')] : []),
  ];
}

/** Returns who downloaded what, and the agreement that was accepted. */
function headIn(
  locale: string,
  { title, recipient, agreement, size }: DownloadTask,
): readonly string[] {
  const say = sentencesIn(locale);
  const { username: who, day } = recipient;
  return [
    title[locale] ?? '',
    say('heading', { who, day: formatDate(day, locale) }),
    say('area', { size: numberIn(locale, size < 1_000 ? 1 : 0).format(size) }),
    ...(agreement === null ? [] : [say('agreement', { version: formatDate(agreement, locale) })]),
  ];
}

function numberIn(locale: string, decimals = 0): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: decimals });
}

/** Returns the sources and terms of a dataset, in every language of the atlas. */
function aboutRows(dataset: DatasetTask, task: DownloadTask): TextSheet['rows'] {
  const { terms } = dataset.info;
  return ownFirst(task).flatMap((locale) => [
    [dataset.title[locale] ?? dataset.cut.dataset],
    ...headIn(locale, task).map((line) => [line]),
    ...remarksIn(locale, dataset, task.recipient.username).map((line) => [line]),
    ...factsIn(locale, dataset),
    ...(terms ? termsText(terms, locale).split('\n') : []).map((line) => [line]),
    [],
  ]);
}

function pageIn(
  locale: string,
  task: DownloadTask,
  {
    parts,
    absent,
  }: {
    readonly parts: Parameters<typeof readmeOf>[1];
    readonly absent: readonly DatasetTask[];
  },
): string {
  const say = sentencesIn(locale);
  const head = [...headIn(locale, task), '', say('files')];
  const colon = locale.startsWith('fr') ? '\u00A0:' : ':';
  const sections = parts.map(({ dataset, count }) =>
    [
      `${dataset.cut.dataset}/ – ${dataset.title[locale] ?? dataset.cut.dataset} (${say('count', { count: numberIn(locale).format(count) })})`,
      ...remarksIn(locale, dataset, task.recipient.username),
      ...factsIn(locale, dataset).map(([word, text]) => `${word}${colon} ${text}`),
    ].join('\n'),
  );
  const terms = [
    ...new Map(
      parts.flatMap(({ dataset: { info } }) => (info.terms ? [[info.terms.id, info.terms]] : [])),
    ).values(),
  ];
  const texts = terms.map((one) => termsText(one, locale));
  const nothing = absent.map(
    ({ cut, title: name }) => `${name[locale] ?? cut.dataset} (${say('none')})`,
  );
  const without = nothing.length > 0 ? [nothing.join('\n')] : [];
  return [head.join('\n'), ...sections, ...without, ...texts].join('\n\n');
}
