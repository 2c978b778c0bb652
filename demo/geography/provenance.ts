import type { Origin } from '../../cli/geography/packages.ts';

/**
 * Returns the files that document the origin of the geography, one for programs and one for
 * readers.
 */
export function provenanceFiles(origins: readonly Origin[]): [string, string][] {
  return [
    [
      'provenance.json',
      `${JSON.stringify({ files: FILES, origins, included: INCLUDED }, null, 2)}\n`,
    ],
    ['PROVENANCE.md', markdown(origins)],
  ];
}

/** The content of each file, and its limitations. */
const FILES: Readonly<Record<string, string>> = {
  'base.pmtiles':
    'Vector tiles of the base map, zooms 0 to 8. Countries, coasts and provinces are good to zoom 8; water areas are drawn from outlines of 1 km and are coarse from zoom 8 on; ' +
    'from zoom 9, only the areas that are at least 1.8 km wide remain, and the narrow parts between two of them, pale and with a dashed shore; ' +
    'rivers follow the middle of known water, elsewhere the border or a 1:10m map; between known wide water they are drawn 600 m wide, which is an assumption; borders in rivers are the line of the river; the forest tint is a contour of a photo with pixels of 10 km.',
  'relief.pmtiles':
    'Heights (terrarium), zooms 2 to 5, world-wide only at zoom 2. Coarse: one value in 9 km from 2 W to 40 E and 18 S to 22 N, around it one in about 20 km and 25 m of height, interpolated. A peak of the spot heights stands out by a ' +
    'cone of its own. For shading and tints only, not for measuring.',
  'blue-marble.pmtiles':
    'Satellite picture, zooms 0 to 5, world-wide up to zoom 2. Brightened. Coarse: pixels of about 10 km.',
  'landcover.png': 'Classes of land cover in grey values; see landcover.json. Illustrative.',
  'tree-cover.png': 'Share of tree cover in percent as grey values. Illustrative.',
  'countries.geojson': 'The six countries of the atlas (Annobón lies outside the region).',
  'provinces.geojson':
    'First-order divisions. The inner lines of the 26 provinces of DR Congo have corners every 9 km.',
  'places.geojson':
    'Towns and villages of a gazetteer; population where it is known. A place within the estimated extent of a larger town of its country is a quarter and left out (Masina). ' +
    'Towns of Natural Earth with 2000 inhabitants that are 15 km from all others were added. No source has Soa; its position is good to one kilometre. Moloundou is on the bank of Cameroon, where Natural Earth has it in Congo.',
  'rivers.geojson':
    '`origin` is the source of a line: Natural Earth 1:10m, or traced through wide water. Not in any source, and so not here: the Nyong, the Ntem, the Cross, the Wouri, the Salonga and the Lindi. Of the Ulindi, only the lower course ' +
    'is known, as pieces of wide water; no line of it is in a source. No course is drawn from memory.',
  'lakes.geojson': 'Lakes over 2 km2, corners rounded.',
};

/** Data that are in the project, because no package contains them. */
const INCLUDED: readonly (Omit<Origin, 'package' | 'sha256'> & { readonly file: string })[] = [
  {
    file: 'demo/geography/natural-earth/rivers.geojson',
    version: '4.0',
    licence: 'Public domain (Natural Earth)',
    source: 'Natural Earth 1:10m, rivers and lake centrelines with scale ranks',
    url: 'https://www.naturalearthdata.com/downloads/10m-physical-vectors/10m-rivers-lake-centerlines/',
    use:
      'Cut to 2 W to 40 E and 18 S to 22 N, four decimals, four fields. All rivers with a name, and the Djérem, which has none there; French names, ranks and the names of five parts were given here; moved to the middle of the waters ' +
      'beside them and joined where they meet; corners rounded.',
  },
  {
    file: 'demo/geography/natural-earth/places.geojson',
    version: '4.0',
    licence: 'Public domain (Natural Earth)',
    source: 'Natural Earth 1:10m, populated places',
    url: 'https://www.naturalearthdata.com/downloads/10m-cultural-vectors/10m-populated-places/',
    use: 'Cut to 2 W to 40 E and 18 S to 22 N, four decimals, six fields. Towns of the countries around the atlas, and some that the gazetteer of the atlas lacks.',
  },
  {
    file: 'demo/geography/natural-earth/disputed-borders.geojson',
    version: '4.0',
    licence: 'Public domain (Natural Earth)',
    source: 'Natural Earth 1:10m, disputed borders',
    url: 'https://www.naturalearthdata.com/downloads/10m-cultural-vectors/10m-admin-0-boundary-lines/',
    use: 'Cut to 2 W to 40 E and 18 S to 22 N, four decimals, three fields. The lines of Abyei and of the Ilemi Triangle; no other line there is disputed in the source, and none is indefinite.',
  },
  {
    file: 'demo/geography/natural-earth/peaks.geojson',
    version: '4.0',
    licence: 'Public domain (Natural Earth)',
    source: 'Natural Earth 1:10m, spot heights; landforms',
    url: 'https://www.naturalearthdata.com/downloads/10m-physical-vectors/10m-physical-labels/',
    use: 'The mountains from 2 W to 40 E and 18 S to 22 N, with their heights. Names of today were given here. Names of nine ranges and plateaus, set at the middle of their areas.',
  },
  {
    file: 'demo/geography/etopo5/heights.tif',
    version: '1988',
    licence: 'Public domain (US government)',
    source: 'NOAA, ETOPO5, one height in five minutes (9 km)',
    url: 'https://www.ngdc.noaa.gov/mgg/global/etopo5.HTML',
    use: 'Cut to 2 W to 40 E and 18 S to 22 N, smoothed by 0.6 cells; negative values are sea.',
  },
];

function markdown(origins: readonly Origin[]): string {
  const files = Object.entries(FILES).map(([name, text]) => `- \`${name}\`: ${text}`);
  const rows = origins.map(
    ({ package: name, version, licence, source, url, use }) =>
      `| ${name} ${version} | [${source}](${url}) | ${licence} | ${use} |`,
  );
  const included = INCLUDED.map(
    ({ file, version, licence, source, url, use }) =>
      `| \`${file}\` ${version} | [${source}](${url}) | ${licence} | ${use} |`,
  );
  return [
    '# Where this geography is from',
    '',
    'Made by `npm run geography` from npm packages with a free licence, and from files of the',
    'project in the public domain. The packages are no dependencies of the atlas; only what was cut',
    'from them is here. A second run gives the same bytes. Nothing here comes from communities, and',
    'nothing is a measurement.',
    '',
    ...files,
    '',
    '| package or file | original source | licence of the data | what was done |',
    '|---|---|---|---|',
    ...rows,
    ...included,
    '',
    'Attribution shown on the map: Natural Earth · © OpenStreetMap contributors (ODbL) · GeoNames',
    '(CC BY 4.0) · NASA Visible Earth. `base.pmtiles`, `countries.geojson`, `provinces.geojson`,',
    '`rivers.geojson` and `lakes.geojson` contain data under the ODbL and stay under it.',
    '',
  ].join('\n');
}
