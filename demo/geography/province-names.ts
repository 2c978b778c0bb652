/** The provinces of DR Congo since 2015, by the former province that they belonged to. */
export const NEW_PROVINCES: Readonly<Record<string, readonly string[]>> = {
  Équateur: ['Équateur', 'Mongala', 'Nord-Ubangi', 'Sud-Ubangi', 'Tshuapa'],
  Orientale: ['Bas-Uele', 'Haut-Uele', 'Ituri', 'Tshopo'],
  Bandundu: ['Kwango', 'Kwilu', 'Mai-Ndombe'],
  'Kasaï-Occidental': ['Kasaï', 'Kasaï-Central'],
  'Kasaï-Oriental': ['Kasaï-Oriental', 'Lomami', 'Sankuru'],
  Katanga: ['Haut-Katanga', 'Haut-Lomami', 'Lualaba', 'Tanganyika'],
  'Bas-Congo': ['Kongo-Central'],
};

/** English names in the source, with the official names. */
export const SOURCE_NAMES: Readonly<Record<string, string>> = {
  'Lower Uele': 'Bas-Uele',
  'Upper Uele': 'Haut-Uele',
};

/** Provinces whose English name is a different word. */
export const ENGLISH_PROVINCES: Readonly<Record<string, string>> = {
  'cmr-extreme-nord': 'Far North',
  'cmr-nord': 'North',
  'cmr-nord-ouest': 'Northwest',
  'cmr-sud-ouest': 'Southwest',
  'cmr-ouest': 'West',
  'cmr-est': 'East',
  'cmr-sud': 'South',
  'cmr-adamaoua': 'Adamawa',
  'cod-nord-kivu': 'North Kivu',
  'cod-sud-kivu': 'South Kivu',
};
