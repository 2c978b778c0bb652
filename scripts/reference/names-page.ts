import type { AtlasModel, Dataset } from 'atlas-engine';

/**
 * Writes the page of the names under which an atlas serves data (specification, section 7): vector
 * tiles, GeoJSON and WMS, with the datasets of each name, who may view and download them, and the
 * zooms of the tiles. Copies of projects are left out, because only the map uses them.
 */
export function describeNames(model: AtlasModel): string {
  const datasets = [...model.datasets.values()].filter(({ within }) => !within);
  const answers = (name: (dataset: Dataset) => string | undefined): string[][] =>
    datasets
      .flatMap((dataset) => {
        const found = name(dataset);
        return found === undefined ? [] : [{ name: found, dataset }];
      })
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
      .map(({ name: found, dataset }) => [`\`${found}\``, ...rowOf(dataset)]);
  const tiles = answers(({ feeds }) => feeds.tiles?.name);
  const geojson = answers(({ feeds }) => feeds.geojson ?? undefined);
  const wms = answers(({ feeds }) => feeds.wms ?? undefined);
  const short = (rows: readonly string[][]): string[][] =>
    rows.map(([name, dataset, view, download]) => [name!, dataset!, view!, download!]);
  const columns = ['name', 'dataset', 'view', 'download'];
  return [
    '# Names of the shipped atlas',
    '',
    'This page lists the names under which the server of the shipped atlas serves its data to other programs. ' +
      'If several rows have the same name, the response contains the features of all their datasets that the visitor may see. In each table, the id of the dataset also works as its name.',
    '',
    levelsOf(model),
    '',
    '## Vector tiles',
    '',
    '`GET /api/mvt/tile/{name}/{z}/{x}/{y}.pbf`; `GET /api/mvt/{name}.json` describes them (TileJSON). The column _also_ lists older names; the layer inside the tiles has the current name.',
    '',
    ...table([...columns, 'also', 'zooms'], tiles),
    '## GeoJSON',
    '',
    '`GET /api/geodata/{name}/`, or with `?intersects=POLYGON((…))` only features that touch an area.',
    '',
    ...table(columns, short(geojson)),
    '## Map server',
    '',
    '`GET /wms` with `GetMap`, `GetFeatureInfo`, `GetLegendGraphic` and `GetCapabilities` (WMS 1.1.1 and 1.3.0).',
    '',
    ...table(columns, short(wms)),
  ].join('\n');
}

function rowOf({ id, permission, feeds }: Dataset): string[] {
  const { tiles } = feeds;
  return [
    `\`${id}\``,
    permission.view.id,
    permission.download.id,
    tiles?.aliases.map((alias) => `\`${alias}\``).join(', ') ?? '',
    tiles ? `${tiles.minzoom}–${tiles.maxzoom}` : '',
  ];
}

function levelsOf({ levels, locales }: AtlasModel): string {
  const names = levels.map(({ id, name }) => `\`${id}\` ${name[locales.default]!.toLowerCase()}`);
  return `Levels, lowest first: ${names.join(', ')}.`;
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const lines = [columns, columns.map(() => '---'), ...rows];
  return [...lines.map((cells) => `| ${cells.join(' | ')} |`), ''];
}
