import type { Country } from '../skeleton/geography.ts';
import type { Village } from '../skeleton/skeleton.ts';

/** The languages of trade and school at a place, and those that only some villages speak too. */
export interface CommonLanguages {
  readonly all: readonly [string, ...string[]];
  readonly some: readonly string[];
}

const FRENCH: CommonLanguages = { all: ['french'], some: [] };
const ENGLISH: CommonLanguages = { all: ['pidgin', 'english'], some: [] };
const FULFULDE: CommonLanguages = { all: ['fulfulde'], some: ['french'] };
const PIDGIN_TOO: CommonLanguages = { all: ['french'], some: ['pidgin'] };
const LINGALA: CommonLanguages = { all: ['lingala'], some: ['french'] };
const KITUBA: CommonLanguages = { all: ['kituba'], some: ['french'] };
const BOTH: CommonLanguages = { all: ['lingala', 'kituba'], some: ['french'] };
const SWAHILI: CommonLanguages = { all: ['swahili'], some: ['french'] };
const TSHILUBA: CommonLanguages = { all: ['tshiluba'], some: ['french'] };

/** The languages of a country where its provinces do not differ. */
const OF_COUNTRY: Readonly<Record<Country, CommonLanguages>> = {
  cmr: FRENCH,
  cod: LINGALA,
  caf: { all: ['sango'], some: ['french'] },
  cog: LINGALA,
  gab: FRENCH,
  gnq: { all: ['spanish'], some: [] },
};

/** The languages of the provinces with other ones than most of their country. */
const OF_PROVINCE: Readonly<Record<string, CommonLanguages>> = {
  'cmr-nord-ouest': ENGLISH,
  'cmr-sud-ouest': ENGLISH,
  'cmr-littoral': PIDGIN_TOO,
  'cmr-ouest': PIDGIN_TOO,
  'cmr-adamaoua': FULFULDE,
  'cmr-nord': FULFULDE,
  'cmr-extreme-nord': FULFULDE,
  'cog-brazzaville': BOTH,
  'cog-pool': BOTH,
  'cog-niari': KITUBA,
  'cog-bouenza': KITUBA,
  'cog-lekoumou': KITUBA,
  'cog-kouilou': KITUBA,
  'cog-pointe-noire': KITUBA,
  'cod-kinshasa': BOTH,
  'cod-mai-ndombe': { all: ['lingala'], some: ['kituba', 'french'] },
  'cod-kongo-central': KITUBA,
  'cod-kwango': KITUBA,
  'cod-kwilu': KITUBA,
  'cod-tshopo': { all: ['lingala', 'swahili'], some: ['french'] },
  'cod-haut-uele': { all: ['lingala'], some: ['swahili', 'french'] },
  'cod-ituri': { all: ['swahili'], some: ['lingala', 'french'] },
  'cod-nord-kivu': SWAHILI,
  'cod-sud-kivu': SWAHILI,
  'cod-maniema': SWAHILI,
  'cod-tanganyika': SWAHILI,
  'cod-haut-lomami': SWAHILI,
  'cod-haut-katanga': SWAHILI,
  'cod-lualaba': SWAHILI,
  'cod-kasai': TSHILUBA,
  'cod-kasai-central': TSHILUBA,
  'cod-kasai-oriental': TSHILUBA,
  'cod-lomami': TSHILUBA,
  'cod-sankuru': TSHILUBA,
};

/**
 * Returns the common languages of a village: those in which people of different languages trade in
 * its province, and of its schools.
 */
export function commonLanguages({ country, province }: Village): CommonLanguages {
  return OF_PROVINCE[province ?? ''] ?? OF_COUNTRY[country];
}
