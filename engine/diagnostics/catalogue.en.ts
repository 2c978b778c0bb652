import type { CatalogueWords, CodeWords, Params } from './catalogue.ts';
import { FIELD_WORDS } from './field-words.en.ts';
import { FILE_WORDS } from './file-words.en.ts';
import { FOUND_WORDS } from './found-words.en.ts';
import { LOAD_WORDS } from './load-words.en.ts';
import { YAML_WORDS } from './yaml-words.en.ts';
import { code, names, nearest, spaceMissing, unknown, words } from './phrases.en.ts';
import { SERVICE_WORDS } from './service-words.en.ts';
import { SOURCE_WORDS } from './source-words.en.ts';

const REFERENCES: Readonly<Record<string, CodeWords>> = {
  'duplicate-id': words(
    (p) => `The ${p.text('kind')} id ${code(p.text('id'))} is taken already.`,
    (p) =>
      p.has('clip')
        ? '`clip` calls its copies `<project>-<group>`: give the other another id, or take the group out of `clip`.'
        : 'Give one of the two another id; ids are unique over all files, and a dataset is also a source of its own id.',
  ),
  'alias-clash': words(
    (p) => `${code(p.text('id'))} is already the id or alias of another ${p.text('kind')}.`,
    'Remove the alias here or there: an old link must lead to one place.',
  ),
  'name-clash': words(
    (p) =>
      `The name ${code(p.text('name'))} of ${code(p.text('dataset'))} also means the dataset ${code(p.text('other'))}.`,
    'Choose another name or alias.',
  ),
  'unknown-source': words(
    (p) =>
      p.has('sublayer')
        ? `The sublayer ${code(p.text('sublayer'))} uses the source ${code(p.text('found'))}, but no source or dataset has this id.`
        : `There is no source ${code(p.text('found'))}.`,
    (p) =>
      /[/.]/.test(p.text('found'))
        ? `A sublayer names a dataset and not a file: declare the file under \`datasets:\` with \`load: { file: ${p.text('found')} }\`, and write its id here.`
        : nearest(p, 'Declare it under `datasets:` or `sources:`.', 'Datasets and sources are'),
  ),
  'unknown-dataset': unknown('dataset', 'datasets', 'Declare it under `datasets:`.'),
  'unknown-classes': unknown('class list', 'class lists', 'Declare it under `classes:`.'),
  'unknown-category': unknown('category', 'categories', 'Declare it under `categories:`.'),
  'unknown-group': unknown('group', 'groups', 'Declare it under `groups:`.'),
  'unknown-level': unknown('permission level', 'levels', 'Declare it under `permissions.levels:`.'),
  'unknown-country': unknown('country', 'countries', 'Declare it under `region.countries:`.'),
  'unknown-service': unknown(
    'service',
    'services',
    'Declare it under `services:`; every outside address stands there.',
  ),
  'unknown-token': unknown('token', 'tokens', 'Declare it under `theme.tokens:`.'),
  'unknown-preset': unknown('preset', 'presets', 'Declare it under `theme.presets:`.'),
  'unknown-font': words(
    (p) => `${code(p.text('found'))} is no font of the theme.`,
    (p) =>
      p.has('nearest')
        ? `Did you mean ${code(p.text('nearest'))}? A font is named with its style.`
        : `Name a family of \`theme.fonts\` (${names(p.list('known'))}) with a style, as \`${p.list('known')[0]} Regular\`.`,
  ),
  'unknown-sublayer': words(
    (p) => `The group ${code(p.text('group'))} has no sublayer ${code(p.text('found'))}.`,
    (p) => nearest(p, '', 'Its sublayers are'),
  ),
  'unknown-ground': words(
    (p) => `${code(p.text('found'))} is neither \`light\` nor \`dark\` nor the id of a base layer.`,
    (p) => nearest(p, ''),
  ),
  'unknown-shade': words(
    (p) =>
      `The class ${code(p.text('class'))} of ${code(p.text('classes'))} has no shade ${code(p.text('found'))}.`,
    (p) => nearest(p, 'Declare it under `shades:` of every class.', 'Declared shades'),
  ),
  'missing-source-layer': words(
    (p) =>
      `The source ${code(p.text('source'))} is vector tiles, so the sublayer must say which \`source-layer\` it draws.`,
    (p) =>
      p.has('known')
        ? `Add \`source-layer:\` with one of ${names(p.list('known'))}.`
        : 'Add `source-layer:`.',
  ),
  'unknown-source-layer': words(
    (p) => `The source ${code(p.text('source'))} has no layer ${code(p.text('found'))}.`,
    (p) => nearest(p, 'A dataset needs no `source-layer`.', 'Its layers are'),
  ),
  'source-layer-not-used': words(
    (p) => `A source of type ${code(p.text('type'))} has no source-layers.`,
    'Remove `source-layer`.',
  ),
  'feed-missing': words(
    (p) =>
      `The dataset ${code(p.text('dataset'))} does not feed ${p.text('found') === 'none' ? 'anything a map can read' : code(p.text('found'))}.`,
    (p) =>
      p.has('known')
        ? `It feeds ${names(p.list('known'))}; change \`feed\` here or \`feeds\` on the dataset.`
        : 'Add `feeds: { tiles: … }` to the dataset.',
  ),
  'geojson-not-whole': words(
    (p) =>
      `The map reads the dataset ${code(p.text('dataset'))} as GeoJSON, which it gives whole only from ${code(p.text('level'))} on (\`whole: download\`).`,
    'Let the map read its tiles (`feed: tiles`), or remove `whole: download`.',
  ),
  'file-missing': words(
    (p) => `The file ${code(p.text('found'))} is not under the configuration folder.`,
    (p) =>
      p.has('nearest')
        ? `Did you mean ${code(p.text('nearest'))}?`
        : 'Paths are relative to the configuration folder; copy the file there.',
  ),
  'icon-missing': words(
    (p) =>
      p.has('folder')
        ? `The folder ${code(p.text('folder'))} has no picture ${code(p.text('found'))} (SVG, PNG or WebP).`
        : `Here stands the icon ${code(p.text('found'))}, but the theme has no folder of icons.`,
    (p) =>
      p.has('folder')
        ? nearest(
            p,
            'Copy the picture there; an icon is named without the ending of its file.',
            'Icons there',
          )
        : 'Add `icons:` with the folder of the pictures to `theme:`, for example `icons: icons`.',
  ),
  'icon-by-expression': words(
    (p) => `${code(p.text('key'))} is the name of an icon, not an expression.`,
    'For an icon by the value of a field write `{ classes: <id> }`, and give every class an `icon`.',
  ),
  'file-among-photos': words(
    (p) =>
      `The file ${code(p.text('found'))} lies in a folder of photos that only ${code(p.text('level'))} may see, so nobody below would receive it.`,
    'Copy it to another folder, and name it there.',
  ),
  'folder-missing': words(
    (p) => `The configuration has no folder ${code(p.text('found'))} with files in it.`,
    (p) =>
      p.has('nearest')
        ? `Did you mean ${code(p.text('nearest'))}?`
        : 'Paths are relative to the configuration folder; copy the pictures there.',
  ),
  'folder-without-photos': words(
    () =>
      '`folder` says where the pictures of a field of `format: photos` are, but this field has another format.',
    'Add `format: photos`, or remove `folder`.',
  ),
  'photos-without-folder': words(
    (p) =>
      `The field ${code(p.text('field'))} shows photos, but values such as ${names(p.list('examples'))} are no addresses, and no \`folder\` says where these files are.`,
    'Add `folder:` with the folder of the pictures, for example `folder: data/photos`.',
  ),
};

const VALUES: Readonly<Record<string, CodeWords>> = {
  'unknown-property': words(
    (p) =>
      `${code(p.text('name'))} is no ${p.text('part')} property of a ${code(p.text('type'))} layer.`,
    (p) =>
      spaceMissing(p, 'name') ??
      (p.text('name') === 'visibility'
        ? 'The visitor switches groups on and off: write `checked: true` on a group that is on from the start, and zooms on a sublayer.'
        : undefined) ??
      nearest(p, '', `${p.text('part')} properties of \`${p.text('type')}\``),
  ),
  'property-in-wrong-place': words(
    (p) =>
      `${code(p.text('name'))} belongs under \`${p.text('expected')}\`, not under \`${p.text('found')}\`.`,
    (p) => `Move it to \`${p.text('expected')}:\`.`,
  ),
  'unknown-sugar': words(
    (p) =>
      p.has('found')
        ? `${code(p.text('found'))} is no way to give a value.`
        : 'An empty mapping gives no value.',
    (p) => nearest(p, '', 'A mapping may give a value by'),
  ),
  'mixed-sugar': words(
    (p) => `${code(p.text('found'))} cannot stand beside \`${p.text('sugar')}\`.`,
    (p) => nearest(p, `\`${p.text('sugar')}\` stands alone.`, 'Beside it may stand'),
  ),
  'empty-value': words(
    (p) => `${code(p.text('key'))} has no value.`,
    (p) =>
      /^\d+$/.test(p.text('key'))
        ? 'Write a value. A decimal number has a point and no comma: `0.42`.'
        : 'Write a value; a colour must be quoted, or YAML takes it for a comment.',
  ),
  'bad-color': words(
    (p) => `${code(p.text('found'))} is not a colour.`,
    (p) => {
      const found = p.text('found');
      const digits = /^[‘’“”"'#]*((?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8}))[‘’“”"']*$/i.exec(
        found,
      );
      if (digits) return `Write \`'#${digits[1]!}'\`, with straight quotes.`;
      return /^\w+\([^)]*$/.test(found)
        ? `YAML cuts the colour at its commas: quote it whole, as \`'${found}, …)'\`.`
        : "Write it quoted, as `'#1b7837'`, or `{ light: '…', dark: '…' }`, or `{ token: … }`.";
    },
  ),
  'ground-missing': words(
    (p) => `The value for ${p.text('ground')} base maps is missing.`,
    'Write both: `{ light: …, dark: … }`.',
  ),
  'token-without-ground': words(
    (p) => `The token ${code(p.text('name'))} has no value for ${p.text('ground')} base maps.`,
    (p) => `Add \`${p.text('ground')}:\` to the token under \`theme.tokens\`.`,
  ),
  'bad-stop': words(
    (p) =>
      `${code(p.text('found'))} is not a number, but the stops of \`${p.text('key')}\` go by number.`,
    'Write for example `{ 5: 1, 16: 15 }`.',
  ),
  'empty-stops': words(
    (p) => `\`${p.text('key')}\` has no stops.`,
    'Write for example `{ 5: 1, 16: 15 }`.',
  ),
  'nested-zoom': words(
    () => 'A `by-zoom` cannot stand inside another value by number.',
    'Put `by-zoom` outside, the other inside: `{ by-zoom: { 5: { by-value: … }, 16: … } }`.',
  ),
  'zoom-out-of-range': words(
    (p) => `Zoom ${p.text('found')} does not exist.`,
    'Zooms go from 0 to 24.',
  ),
  'zoom-order': words(
    (p) =>
      `\`minzoom\` ${p.text('minzoom')} is not below \`maxzoom\` ${p.text('maxzoom')}: nothing would be drawn.`,
    'Exchange or change the two.',
  ),
  'zoom-without-data': words(
    (p) =>
      `The sublayer ends at zoom ${p.text('maxzoom')}, but ${code(p.text('source'))} begins at zoom ${p.text('minzoom')}: nothing would be drawn.`,
    'Raise `maxzoom`, or let the tiles begin lower.',
  ),
  'style-spec': words(
    (p) =>
      `MapLibre would not draw this${p.has('property') ? ` value of ${code(p.text('property'))}` : ''}: ${p.text('reason').replace(/[.\s]+$/, '')}.`,
    'Mend the value as the MapLibre style specification asks for.',
  ),
  'classes-on-foreign-raster': words(
    (p) =>
      `The pictures of ${code(p.text('source'))} ${p.text('from') === 'file' ? 'have their colours already' : 'come painted from another server'}; classes cannot colour them.`,
    'Add `legend-only: true` if the classes only explain them.',
  ),
  'ramp-on-vector': words(
    (p) => `${code(p.text('classes'))} is a ramp for the pixels of a raster.`,
    'Use a class list with `values` or `steps`, or `by-value`.',
  ),
  'heights-without-ramp': words(
    (p) => `${code(p.text('classes'))} sorts features; heights are coloured by a ramp.`,
    'Use a class list with `ramp`, whose values are metres.',
  ),
};

/** Why a file is not everyone's, by what guards it. */
const GUARDED: Readonly<Record<string, (p: Params) => string>> = {
  view: (p) => `asks for ${code(p.text('level'))}`,
  download: (p) => `asks for ${code(p.text('level'))} to download it`,
  field: (p) => `its field ${code(p.text('field'))} asks for ${code(p.text('level'))}`,
  only: () => 'keeps features out by `only`',
};

const ACCESS: Readonly<Record<string, CodeWords>> = {
  'permission-order': words(
    (p) =>
      `\`${p.text('use')}\` at ${code(p.text('found'))} is laxer than \`view\` at ${code(p.text('view'))}.`,
    'What may not be seen may not be analysed or downloaded: name the same level or a higher one.',
  ),
  'field-laxer-than-dataset': words(
    (p) =>
      `The field ${code(p.text('field'))} asks for ${code(p.text('found'))}, but its dataset already asks for ${code(p.text('dataset'))}.`,
    'A field can only be stricter than its dataset: remove its permission, or name a higher level.',
  ),
  'group-laxer-than-dataset': words(
    (p) =>
      `The group ${code(p.text('group'))} asks for ${code(p.text('found'))}, but what it draws asks for ${code(p.text('needed'))}.`,
    'Remove `permission` from the group: it follows from its datasets, and may only be stricter.',
  ),
  'dataset-laxer-than-group': words(
    (p) =>
      `The group ${code(p.text('group'))} asks for ${code(p.text('level'))}, but its dataset ${code(p.text('dataset'))} is open to ${code(p.text('open'))}: the server gives the data to them.`,
    'If the data are to be protected, raise `permission` on the dataset.',
  ),
  'unguarded-source': words(
    (p) =>
      `The group ${code(p.text('group'))} asks for ${code(p.text('level'))}, but the atlas server does not guard the source ${code(p.text('source'))}: anyone can fetch it.`,
    'Load the data as a dataset, which the server guards, or open the group to everyone.',
  ),
  'denial-laxer': words(
    (p) => `A dataset of ${code(p.text('group'))} is hidden, so the group cannot show a lock.`,
    'Write `when-denied: hide`, or leave it out.',
  ),
  'restricted-file-public': words(
    (p) =>
      `The file ${code(p.text('found'))} is sent to browsers as it is, but it holds more than everyone may see: the dataset ${code(p.text('dataset'))} loads it and ${GUARDED[p.text('by')]!(p)}.`,
    (p) =>
      `Draw the dataset itself (\`source: ${p.text('dataset')}\`), or make a file that holds only what everyone may see, and name that here.`,
  ),
  'same-file-laxer': words(
    (p) =>
      p.has('field')
        ? `${code(p.text('dataset'))} opens the field ${code(p.text('field'))} of ${code(p.text('found'))} to ${code(p.text('open'))}, but ${code(p.text('other'))}, which loads the same file, asks for ${code(p.text('level'))}.`
        : `${code(p.text('dataset'))} opens ${code(p.text('found'))} to ${code(p.text('open'))}, but ${code(p.text('other'))}, which loads the same file, asks for ${code(p.text('level'))}.`,
    (p) =>
      p.has('field')
        ? `Write \`permission: ${p.text('level')}\` on the field here too, or leave the field out.`
        : `Name the same level in both, or let \`only\` keep the restricted features out here.`,
  ),
  'public-driver-restricted': words(
    (p) =>
      `The files of ${code(p.text('dataset'))} lie open on a public server, but it, all of it or one of its fields asks for more than everyone.`,
    (p) => `Use \`driver: store\`, and delete ${code(p.text('file'))} wherever it was published.`,
  ),
  'published-restricted': words(
    (p) =>
      p.has('field')
        ? `The field ${code(p.text('field'))} of ${code(p.text('dataset'))} asks for ${code(p.text('level'))}, but was published to everyone in ${code(p.text('file'))}.`
        : `${code(p.text('dataset'))} asks for ${code(p.text('level'))}, but was published to everyone in ${code(p.text('file'))}.`,
    (p) =>
      `Delete ${code(p.text('file'))} wherever it lies, then take ${code(p.text(p.has('field') ? 'field' : 'dataset'))} out of \`published.json\`.`,
  ),
  'preset-hidden': words(
    (p) =>
      `The group ${code(p.text('group'))} leaves no trace for those who may not see it, but this project names it.`,
    'Leave it out of the project, or let its level be `when-denied: lock`.',
  ),
};

const PLACES: Readonly<Record<string, CodeWords>> = {
  'extent-corners': words(
    (p) =>
      `The corners of the extent are swapped (${p.text('axes')}): north-east must lie north and east of south-west.`,
    (p) =>
      `Exchange the numbers; in order, west, south, east and north are [${p.text('expected')}].`,
  ),
  'bounds-order': words(
    (p) => `Bounds go west, south, east, north, but these are [${p.text('found')}].`,
    (p) => `Write [${p.text('expected')}].`,
  ),
  'extent-empty': words(
    (p) => `The extent [${p.text('found')}] has no area.`,
    'Give two different corners.',
  ),
  'extent-outside-world': words(
    (p) => `The extent [${p.text('found')}] leaves the globe.`,
    'Longitudes go from -180 to 180, latitudes from -90 to 90, in degrees.',
  ),
  'extent-outside-region': words(
    (p) =>
      `The extent [${p.text('found')}] does not touch the region of the atlas, [${p.text('region')}].`,
    'Check for exchanged longitude and latitude, or a missing minus sign.',
  ),
  'cannot-cut': words(
    (p) =>
      `${code(p.text('source'))} of the group ${code(p.text('group'))} cannot be cut to the extent: only vector datasets can.`,
    'Name the group under `groups` instead.',
  ),
  'no-sublayers': words(
    (p) => `The group ${code(p.text('id'))} has no sublayers, so it draws nothing.`,
    'Add a sublayer under `sublayers:`.',
  ),
};

/** The words of every diagnostic in English. */
export const ENGLISH: CatalogueWords = {
  severity: { error: 'error', warning: 'warning' },
  helpWord: 'Help:',
  notes: {
    'first-defined-here': 'It is defined first here:',
    'other-bracket': 'This bracket closes another kind:',
    'opened-here': 'It is opened here:',
    neighbour: 'It may belong beside:',
    'drawn-otherwise-here': 'It is drawn otherwise here:',
    'named-here': 'The field is named here:',
    'called-here': 'Called here:',
    'parameter-declared-here': 'The parameter is declared here:',
  },
  expansions: (list) => `(For ${names(list)}.)`,
  codes: {
    ...YAML_WORDS,
    ...FILE_WORDS,
    ...FOUND_WORDS,
    ...LOAD_WORDS,
    ...SERVICE_WORDS,
    ...SOURCE_WORDS,
    ...REFERENCES,
    ...VALUES,
    ...FIELD_WORDS,
    ...ACCESS,
    ...PLACES,
  },
};
