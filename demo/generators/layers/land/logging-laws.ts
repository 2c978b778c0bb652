import type { Country } from '../../skeleton/geography.ts';
import type { SizeLaw } from './draw-size.ts';

/** One type of logging title in a country. */
export interface Title {
  /** Value of `fmu_type`, in the spelling of the country. */
  readonly type: string;
  readonly count: number;
  /**
   * Distribution of areas in km²: mean and standard deviation of the logarithm, measured on
   * published units.
   */
  readonly law: SizeLaw;
  /**
   * Spellings of the status of the management plan, with their weights; null if no status is given.
   */
  readonly statuses: readonly (readonly [status: string | null, weight: number])[];
}

/**
 * Titles by country. Counts, distributions of areas and spellings were measured on the logging
 * units that ministries publish (2018); no shape, name or location of a real unit is used. Gabon
 * publishes no status and Equatorial Guinea no units, so their figures are assumed.
 */
export const TITLES: Readonly<Record<Country, readonly Title[]>> = {
  cmr: [
    {
      type: 'ufa',
      count: 117,
      law: { mu: 6.26, sigma: 0.5, most: 1481 },
      statuses: [
        ['Aménagé', 93],
        ['revise', 15],
        ["En cours d'elaboration", 6],
        ['Non aménagé', 8],
      ],
    },
    {
      type: 'foret_communale',
      count: 64,
      law: { mu: 5.5, sigma: 0.56, most: 1197 },
      statuses: [
        ['revise', 24],
        ['En cours d’élaboration', 10],
        [null, 28],
        ['suspendu', 2],
      ],
    },
  ],
  cod: [
    {
      type: 'ccf',
      count: 49,
      law: { mu: 7.52, sigma: 0.54, most: 3409, least: 139 },
      statuses: [
        ['MP under elaboration', 16],
        ['depose', 13],
        ['valide', 12],
        ['Managed', 5],
        [null, 3],
      ],
    },
  ],
  caf: [
    {
      type: 'pea',
      count: 15,
      law: { mu: 7.63, sigma: 0.81, most: 4761, least: 125 },
      statuses: [
        ['amenge', 11],
        ['en_cours', 4],
      ],
    },
  ],
  cog: [
    {
      type: 'cat',
      count: 44,
      law: { mu: 7.67, sigma: 0.9, most: 11_671, least: 50 },
      statuses: [
        ['Aménagée', 21],
        ['Non aménagée', 15],
        ['travaux_cours', 4],
        ['collecte_données', 4],
        ['traveau_elaboration', 4],
        ['Rapports_validés', 4],
      ],
    },
    {
      type: 'cti',
      count: 16,
      law: { mu: 6.47, sigma: 1.12, most: 7253, least: 50 },
      statuses: [['Non aménagée', 1]],
    },
  ],
  gab: [
    {
      type: 'cfad',
      count: 58,
      law: { mu: 7.31, sigma: 0.59, most: 6172 },
      statuses: [
        ['Aménagée', 44],
        ['En cours d’élaboration', 14],
      ],
    },
    {
      type: 'cpaet',
      count: 52,
      law: { mu: 6.69, sigma: 0.53, most: 3122 },
      statuses: [
        ['En cours d’élaboration', 40],
        [null, 12],
      ],
    },
  ],
  gnq: [
    {
      type: 'concesion',
      count: 12,
      law: { mu: 6.4, sigma: 0.5, most: 1500 },
      statuses: [
        ['Non aménagée', 5],
        [null, 7],
      ],
    },
  ],
};

/**
 * The title of small felling sales (ventes de coupe) of Cameroon, which are four-sided and at most
 * 25 km² outside the permanent forest.
 */
export const SALES: Title = {
  type: 'ventes_de_coupe',
  count: 213,
  law: { mu: 2.55, sigma: 0.49, most: 25, least: 3 },
  statuses: [[null, 1]],
};
