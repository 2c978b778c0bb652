import type { MapLayer } from '../../cli/geography/cut-tiles.ts';
import { toMercator, type Point } from '../../cli/geography/geometry.ts';
import { readPeaks } from './heights.ts';
import { NAME_FIELDS, named } from './layer-parts.ts';
import type { Name } from './names.ts';

/** The names of the peaks as gazetteers of today have them, by the name in Natural Earth. */
const PEAK_NAMES: Readonly<Record<string, Name>> = {
  'Mt. Stanley': { en: 'Mount Stanley', fr: 'Mont Stanley' },
  'Volcan Karisimbi': { en: 'Mount Karisimbi', fr: 'Karisimbi' },
  'Mont Cameroun': { en: 'Mount Cameroon', fr: 'Mont Cameroun' },
  'Mont Mohi': { en: 'Mount Mohi', fr: 'Mont Mohi' },
  'Mt. Oku': { en: 'Mount Oku', fr: 'Mont Oku' },
  'Pico de Santa Isabel': { en: 'Pico Basilé', fr: 'Pico Basilé' },
  Kabobo: { en: 'Mount Kabobo', fr: 'Mont Kabobo' },
  'Mont Heha': { en: 'Mount Heha', fr: 'Mont Heha' },
  'Moro de Môco': { en: 'Mount Moco', fr: 'Mont Moco' },
  'Chappal Wadi': { en: 'Chappal Waddi', fr: 'Chappal Waddi' },
  Kinyeti: { en: 'Mount Kinyeti', fr: 'Mont Kinyeti' },
  Dimlang: { en: 'Mount Dimlang', fr: 'Mont Dimlang' },
  'Mont Ngaoui': { en: 'Mount Ngaoui', fr: 'Mont Ngaoui' },
  'Pico de São Tomé': { en: 'Pico de São Tomé', fr: 'Pico de São Tomé' },
  'Masif des Bongos': { en: 'Bongo Massif', fr: 'Massif des Bongo' },
  'Monte Mitra': { en: 'Monte Mitra', fr: 'Monte Mitra' },
  'Mont Bengoué': { en: 'Mount Bengoué', fr: 'Mont Bengoué' },
  'Mont Nabeba': { en: 'Mount Nabeba', fr: 'Mont Nabeba' },
  'Monts de la Lékéti': { en: 'Lékéti Mountains', fr: 'Monts de la Lékéti' },
};

/** Plateaus and mountain ranges of Natural Earth, with the middle of their areas there. */
const LANDFORMS: readonly { readonly name: Name; readonly at: Point }[] = [
  { name: { en: 'Adamawa Plateau', fr: 'Plateau de l’Adamaoua' }, at: [12.9, 7.0] },
  { name: { en: 'Crystal Mountains', fr: 'Monts de Cristal' }, at: [14.31, -7.92] },
  { name: { en: 'Mitumba Mountains', fr: 'Monts Mitumba' }, at: [28.9, -3.4] },
  { name: { en: 'Katanga Plateau', fr: 'Plateau du Katanga' }, at: [26.2, -10.2] },
  { name: { en: 'Rwenzori Mountains', fr: 'Monts Rwenzori' }, at: [30.1, 0.62] },
  { name: { en: 'Bongo Mountains', fr: 'Chaîne des Mongos' }, at: [22.18, 9.27] },
  { name: { en: 'Jos Plateau', fr: 'Plateau de Jos' }, at: [9.17, 9.82] },
  { name: { en: 'Bié Plateau', fr: 'Plateau de Bié' }, at: [19.02, -13.24] },
  { name: { en: 'Mbang Mountains', fr: 'Monts Mbang' }, at: [15.41, 8.36] },
];

/** Returns the layers of peaks, with their heights in metres, and of names of mountains and plateaus. */
export function landformLayers(): MapLayer[] {
  const peaks = readPeaks().flatMap(({ name, elevation, lng, lat }) => {
    const known = name === null ? undefined : PEAK_NAMES[name];
    return known ? [{ known, elevation, at: toMercator([lng, lat]) }] : [];
  });
  return [
    {
      name: 'peaks',
      minzoom: 6,
      maxzoom: 8,
      fields: { ...NAME_FIELDS, elevation: 'Number' },
      at: () =>
        peaks.map(({ known, elevation, at }) => ({
          properties: { ...named(known), elevation },
          geometry: { kind: 'point', points: [at] },
        })),
    },
    {
      name: 'landforms',
      minzoom: 5,
      maxzoom: 8,
      fields: NAME_FIELDS,
      at: () =>
        LANDFORMS.map(({ name, at }) => ({
          properties: named(name),
          geometry: { kind: 'point', points: [toMercator(at)] },
        })),
    },
  ];
}
