/** The schema of the layer language in the installed package. */
export const SCHEMA =
  'node_modules/atlas-server/node_modules/atlas-engine/dist/schemas/atlas.schema.json';

/** Returns the files beside the configuration folder, by their paths. */
export function projectFiles(of: {
  readonly id: string;
  readonly title: string;
  /** The version of `atlas-server`, or its packed file as npm names it (`file:…`). */
  readonly server: string;
}): Record<string, string> {
  const manifest = {
    name: of.id,
    version: '0.0.1',
    private: true,
    scripts: { start: 'atlas start', dev: 'atlas dev', check: 'atlas check' },
    dependencies: { 'atlas-server': of.server },
  };
  return {
    'package.json': json(manifest),
    '.gitignore': 'node_modules/\n.atlas/\nreview/\nsite/\ntiles/\nrejected.csv\n',
    '.vscode/settings.json': json({
      'yaml.schemaStore.enable': false,
      'yaml.schemas': { [`./${SCHEMA}`]: 'atlas.config/**/*.yaml' },
    }),
    '.vscode/extensions.json': json({ recommendations: ['redhat.vscode-yaml'] }),
    '.github/workflows/check.yml': CHECK,
    'README.md': readme(of.title),
  };
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const CHECK = `# Checks the configuration and the data at every push, and marks mistakes in the pull request.
name: Check
on: [push, pull_request]
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 20 }
      - run: npm install --no-audit --no-fund
      - run: npx atlas check --format github
`;

const readme = (title: string): string => `# ${title}

\`\`\`sh
npm install   # once
npm start     # the atlas at http://localhost:4000
npm run dev   # the same, and the open map follows each saved file
npm run check # finds mistakes in the configuration and the data
\`\`\`

- \`atlas.config/atlas.yaml\`: title, languages, region, levels, categories
- \`atlas.config/towns.yaml\`: a dataset and its layer. \`npx atlas new layer FILE\` adds one from your data.
- \`atlas.config/first-project.yaml\`, \`atlas.config/texts/\`: a project and its text
- \`atlas.config/boundaries.yaml\`, \`atlas.config/base.yaml\`: borders, names and the base map

\`atlas.config/data/base/PROVENANCE.md\` says from where the base map and the towns are, and under which licences.
`;

/** The origins and licences of the base map. */
export const PROVENANCE = `# Where the base map is from

Cut for the region by \`create-atlas\`, out of public data that cover the world. Nothing here is under the ODbL.

| file | source | licence | how good |
|---|---|---|---|
| \`base.geojson\`: land, borders, coasts | [Natural Earth](https://www.naturalearthdata.com) 1:10m, countries | public domain | about 1 km in the region; coarse in the rest of the world |
| \`base.geojson\`: lakes, rivers | [Natural Earth](https://www.naturalearthdata.com) 1:50m | public domain | about 4 km; only large waters |
| \`names.geojson\` | Natural Earth; [i18n-iso-countries](https://github.com/michaelwittig/node-i18n-iso-countries) | public domain; MIT | names of countries in English and French |
| \`relief.pmtiles\` | [NASA Visible Earth](https://visibleearth.nasa.gov/collection/1484/blue-marble), topography | public domain | one height in 20 km, steps of 25 m; for shading only |
| \`../towns.csv\` | [GeoNames](https://www.geonames.org) | [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/) | towns of 2000 inhabitants and more, and capitals |

CC BY 4.0 asks you to name GeoNames wherever you show its towns; \`base.yaml\` does. The borders are those of the source,
without an opinion on disputed lines.
`;
