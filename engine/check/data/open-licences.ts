/**
 * The beginnings of names of licences that let everyone who has the data pass them on: SPDX
 * identifiers and their usual spellings, in lower case with hyphens. Creative Commons allows this
 * with each of its conditions (BY, SA, NC, ND).
 */
const OPEN = [
  'cc',
  'cc0',
  'creative-commons',
  'odbl',
  'odc',
  'pddl',
  'open-data-commons',
  'open-database-licence',
  'open-database-license',
  'public-domain',
  'domaine-public',
  'etalab',
  'licence-ouverte',
  'ogl',
  'open-government-licence',
  'dl-de',
  'cdla',
  'c-uda',
  'o-uda',
  'nlod',
  'fal',
  'licence-art-libre',
  'gfdl',
  'mit',
  'apache',
  'bsd',
  'gpl',
  'lgpl',
  'agpl',
  'unlicense',
  'wtfpl',
  '0bsd',
] as const;

/** Parts of names that only open licences have, such as in `Attribution 4.0 (CC BY 4.0)` or an address. */
const INSIDE = [
  'cc-by',
  'cc0',
  'creative-commons',
  'creativecommons.org',
  'odbl',
  'opendatacommons.org',
  'licence-ouverte',
  'public-domain',
  'domaine-public',
] as const;

/**
 * Returns the SPDX identifier of a licence of Creative Commons or Open Data Commons with another
 * spelling, such as `CC-BY-4.0` for `Creative Commons BY 4.0`; undefined for an identifier and for
 * other names. A name without a version means the latest one.
 */
export function spdxOf(name: string): string | undefined {
  const spelt = name
    .toLowerCase()
    .replace(/https?:\/\/(?:www\.)?/g, '')
    .replace(/[^a-z0-9.]+/g, ' ')
    .trim();
  const id = commonsOf(spelt) ?? openDataOf(spelt);
  return id === name ? undefined : id;
}

function commonsOf(spelt: string): string | undefined {
  if (/^cc ?0\b|\bcc ?zero\b|publicdomain zero/.test(spelt)) return 'CC0-1.0';
  const isCommons = /^cc\b|\bcc by\b|creative ?commons/.test(spelt);
  if (!isCommons || !/\b(?:by|attribution)\b/.test(spelt)) return undefined;
  const parts = [
    ...(/\b(?:nc|non ?commercial)\b/.test(spelt) ? ['NC'] : []),
    ...(/\b(?:nd|no ?deriv\w*)\b/.test(spelt) ? ['ND'] : []),
    ...(/\b(?:sa|share ?alike)\b/.test(spelt) ? ['SA'] : []),
  ];
  // Versions for single countries have identifiers of their own.
  const [, version = '4.0', country] = /\b([1-4]\.\d)\b ?([a-z]{2,3})?$/.exec(spelt) ?? [];
  return country === undefined ? ['CC-BY', ...parts, version].join('-') : undefined;
}

function openDataOf(spelt: string): string | undefined {
  if (/\bodbl\b|open database licen[cs]e/.test(spelt)) return 'ODbL-1.0';
  if (/\bpddl\b|public domain dedication and licen[cs]e/.test(spelt)) return 'PDDL-1.0';
  return /\bodc by\b|open data commons attribution/.test(spelt) ? 'ODC-By-1.0' : undefined;
}

/** Returns whether a licence of this name lets everyone who has the data pass them on. */
export function isOpenLicence(name: string): boolean {
  const spelt = name
    .toLowerCase()
    .trim()
    .replace(/[\s_()/:,;]+/g, '-');
  return (
    OPEN.some((open) => spelt === open || new RegExp(`^${open}(?:-|v?\\d)`).test(spelt)) ||
    INSIDE.some((open) =>
      new RegExp(`(?:^|[-.])${open.replace('.', '\\.')}(?:-|v?\\d|$)`).test(spelt),
    )
  );
}
