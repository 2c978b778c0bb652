import type { Country } from './geography.ts';

/** The parts of the names of a country. */
export interface Syllables {
  readonly starts: Parts;
  readonly middles: Parts;
  readonly ends: Parts;
}

type Parts = readonly [string, ...string[]];

/**
 * Open syllables as in the languages of each country, in its spelling: prefixes of place names,
 * then one or two syllables. Names of the gazetteer are removed later.
 */
export const SYLLABLES: Readonly<Record<Country, Syllables>> = {
  cmr: {
    starts: parts(
      'A E Ba Be Bi Ma Me Mi Nko Ngo Nke Mbe O Nyo Ta Fo Eba Ndo Mfo Ka Te Ebo Aka Njo',
    ),
    middles: parts('ba bo da ke ko la lo ma me nda ngo no ta tu ya'),
    ends: parts(
      'bang bele dem kam kon kwe lem long mba mbe nda ngwe ni nyi sang si tam ti tok wo yong zok',
    ),
  },
  cod: {
    starts: parts('Bo Lo Ma Ki Mo Lu I Ka Ba E Mu Wa Li Be Nko Mpe Nse Bu Tshi Yo Mba Ngo Isa Ya'),
    middles: parts('bo fe ka ke la le li lo lu mba mbo nda nga nge pe sa se ta te to wa ya'),
    ends: parts(
      'ka ko kele koto la le li lo ma mbe mbi mbu nda ndo nga ngo ngu ni nzi pa sa se si te to tu we wa yo zi',
    ),
  },
  caf: {
    starts: parts('Ba Be Bo Da Do Gba Gbo Gou Ka Ko Kou Mba Mbo Nda Nga Nza Sa So Ya Yo Za Zou'),
    middles: parts('ba di do ga ka la mba nga ra rou wa za zi ngo'),
    ends: parts('ba bo bili da dou fara ga go kara ko la li mba mo nga ngo ra ri ro ta wa zo zou'),
  },
  cog: {
    starts: parts('Ma Mou Ki Li Lé Bo O Ou É Mpa Mbé Ngo I Ko Ya Bi Ndo Ntsi Lou Mo'),
    middles: parts('ba bou ka ko la lé ma mba ndé ngo sa ti vou ya'),
    ends: parts(
      'ba bou ka ko kou la lé li lou ma mba mo na ndo ndza nga ngui ni sa si ti tou vi yo',
    ),
  },
  gab: {
    starts: parts('Mé Mi Mou Nzo Nko É Lé Bi Ma O I Ndja A Ba Di Ngo Oyé Ké'),
    middles: parts('ba bi bou ka la lé mba ndé ngo ré sa vou ya kou'),
    ends: parts('ba bang bé ka kou la lé li ma mba mvé na ndi nga ngo ni nzé sogo té vi yi zok'),
  },
  gnq: {
    starts: parts('A Bi Nsa Mo Ebe Ase Mbi Ngu E Nko Mi Be O Ma'),
    middles: parts('ba be ka la lo me mi no ra so ye'),
    ends: parts('bang be ka kam la mang mba mo na nam ne nga nze sen so te yong zok'),
  },
};

/** Splits a text at its spaces. */
function parts(text: string): Parts {
  const [first, ...others] = text.split(' ');
  return [first!, ...others];
}
