/** The verbs `atlas new …`, with their options. */
import { Option, type Command } from 'commander';
import { withExamples, type Cli } from './declare-verb.ts';

const loadLayer = () => import('./verbs/new-layer.ts');
const loadEntry = () => import('./verbs/new-entry.ts');

type DataOptions = Parameters<Awaited<ReturnType<typeof loadLayer>>['newLayer']>[0];
type Entries = Awaited<ReturnType<typeof loadEntry>>;

/** Adds the verb `new` with its own verbs. */
export function addNew(cli: Cli): void {
  const parent = cli
    .verb('new', 'add a layer, dataset, project, category, country or language', [
      'new layer wells.csv --category infrastructure',
      'new category water --name Water',
    ])
    .option('--dry-run', 'print the new texts, and write nothing', false);
  addLayerVerbs(parent, cli);
  addEntryVerbs(parent, cli);
  addPlaceVerbs(parent, cli);
}

function addLayerVerbs(parent: Command, { end, io }: Cli): void {
  const kinds = [
    ['layer', 'add data or a source, the classes of its values and a group that draws it'],
    ['dataset', 'add data with the classes of their values, or a source'],
  ] as const;
  for (const [kind, description] of kinds) {
    const command = parent
      .command(kind)
      .description(description)
      .argument(
        '<file>',
        'GeoJSON, CSV, shapefile, GeoPackage, FlatGeobuf, GeoParquet, GeoTIFF or PMTiles, copied into the configuration if it is outside; or the address of TileJSON, of an ArcGIS layer or of a WMS',
      )
      .option('--id <id>', 'id of the dataset and the group; by default the name of the file')
      .option('--layer <name>', 'layer of a GeoPackage, of vector tiles or of a service')
      .addOption(
        new Option(
          '--geometry <kind>',
          'geometry of vector tiles, if neither their metadata nor a tile has it',
        ).choices(['point', 'line', 'polygon']),
      )
      .option('--classes <field>', 'field of the classes; by default one with few values')
      .option('--permission <level>', 'level that the data require; by default the strictest');
    if (kind === 'layer')
      command.option('--category <id>', 'category of the group; by default the first');
    withExamples(command, [
      `new ${kind} wells.csv`,
      `new ${kind} plan.gpkg --layer parcels --classes land_use --permission level-0`,
      `new ${kind} trails.pmtiles --permission level-0`,
      `new ${kind} https://data.example.org/arcgis/rest/services/Parks/FeatureServer/0`,
      `new ${kind} https://data.example.org/wms --layer parks`,
      `new ${kind} https://tiles.example.org/trails/tiles.json --geometry line`,
    ]);
    command.action(async (path: string) => {
      const options = command.optsWithGlobals<Omit<DataOptions, 'path' | 'group'>>();
      end(await (await loadLayer()).newLayer({ ...options, path, group: kind === 'layer' }, io));
    });
  }
}

function addEntryVerbs(parent: Command, { end, io }: Cli): void {
  const category = parent
    .command('category')
    .description('add a heading of the layer list')
    .argument('<id>', 'id of the category')
    .option('--name <text>', 'name in every language; by default from the id');
  withExamples(category, ['new category water --name Water']).action(async (id: string) => {
    const options = category.optsWithGlobals<Parameters<Entries['newCategory']>[0]>();
    end(await (await loadEntry()).newCategory({ ...options, id }, io));
  });
  const locale = parent
    .command('locale')
    .description('add a language, with a copy of the texts of the default language to translate')
    .argument('<code>', 'code of the language, such as `ln` or `pt-BR`');
  withExamples(locale, ['new locale pt-BR']).action(async (code: string) => {
    const options = locale.optsWithGlobals<Parameters<Entries['newLocale']>[0]>();
    end(await (await loadEntry()).newLocale({ ...options, code }, io));
  });
}

function addPlaceVerbs(parent: Command, { end, io }: Cli): void {
  const project = parent
    .command('project')
    .description('add an area with its texts and layers')
    .argument('<id>', 'id of the project')
    .option('--name <text>', 'name in every language; by default from the id')
    .option('--bounds <degrees>', 'west,south,east,north; by default those of the home view')
    .option('--from <file>', 'file of data whose bounds are taken')
    .option('--groups <ids>', 'groups that are switched on with it, separated by commas', (ids) =>
      ids.split(','),
    );
  withExamples(project, [
    'new project north --bounds=15,1,17,3 --groups villages',
    'new project plan --from plan.geojson',
  ]).action(async (id: string) => {
    const options = project.optsWithGlobals<Parameters<Entries['newProject']>[0]>();
    end(await (await loadEntry()).newProject({ ...options, id }, io));
  });
  const country = parent
    .command('country')
    .description('add a country to the region')
    .argument('<id>', 'id of the country; three letters are its code ISO 3166-1 alpha-3 too')
    .option('--iso2 <code>', 'code ISO 3166-1 alpha-2, from which the names follow')
    .option('--name <text>', 'name in every language');
  withExamples(country, ['new country uga --iso2 UG']).action(async (id: string) => {
    const options = country.optsWithGlobals<Parameters<Entries['newCountry']>[0]>();
    end(await (await loadEntry()).newCountry({ ...options, id }, io));
  });
}
