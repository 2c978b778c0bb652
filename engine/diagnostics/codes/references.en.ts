import type { Lists, Maybe, None, Texts, Unknown } from '../parameters.ts';
import { code, didYouMean, layersOf, names, nearest, unknown } from '../phrases.en.ts';
import { words } from '../words.ts';

/** The messages about ids, names and files that are unknown or ambiguous. */
export const REFERENCES_WORDS = {
  'duplicate-id': words<Texts<'kind' | 'id'> & { readonly clip?: boolean }>({
    short: 'Id is used twice',
    message: (p) => `The ${p.kind} id ${code(p.id)} is already used.`,
    advice: (p) =>
      p.clip
        ? '`clip` names its copies `<project>-<group>`: change the other id, or remove the group from `clip`.'
        : 'Change one of the two ids. Ids are unique across all files; a dataset and a source cannot have the same id.',
  }),
  'file-copied': words<Texts<'found' | 'other'> & { readonly isSame: boolean }>({
    short: 'File is a copy of another one',
    message: (p) =>
      p.isSame
        ? `The file ${code(p.found)} is a copy of ${code(p.other)}, so every id in it is used twice.`
        : `Every id in ${code(p.found)} is also in ${code(p.other)}: one of these files seems to be a copy of the other.`,
    advice: (p) =>
      `${p.isSame ? 'Delete the copy' : 'Delete the file that is not needed'}, or move it out of the configuration folder. To declare more layers with ${p.isSame ? 'it, change its ids' : `${code(p.found)}, change its ids`}.`,
  }),
  'alias-clash': words<Texts<'kind' | 'id'>>({
    short: 'Alias is already used',
    message: (p) => `${code(p.id)} is already the id or alias of another ${p.kind}.`,
    advice: 'Remove one of the two: an old link must lead to one place.',
  }),
  'name-clash': words<Texts<'name' | 'dataset' | 'other'>>({
    short: 'Name means two datasets',
    message: (p) =>
      `The name ${code(p.name)} of ${code(p.dataset)} also means the dataset ${code(p.other)}.`,
    advice: 'Choose another name or alias.',
  }),
  'reserved-name': words<Texts<'name' | 'dataset'>>({
    short: 'Name is reserved',
    message: (p) =>
      `The name ${code(p.name)} of ${code(p.dataset)} is reserved for a tool, which has the address \`/api/geodata/${p.name}/\`.`,
    advice: 'Choose another name.',
  }),
  'unknown-source': words<Unknown & Maybe<'sublayer'>>({
    short: 'Unknown source',
    message: (p) =>
      p.sublayer
        ? `The sublayer ${code(p.sublayer)} uses the source ${code(p.found)}, but no source or dataset has this id.`
        : `There is no source ${code(p.found)}.`,
    advice: (p) =>
      /[/.]/.test(p.found)
        ? `A sublayer names a dataset, not a file: declare the file under \`datasets:\` with \`load: { file: ${p.found} }\`, and write the id of that dataset here.`
        : nearest(p, 'Declare it under `datasets:` or `sources:`.', 'Datasets and sources are'),
  }),
  'unknown-dataset': unknown('dataset', 'datasets', 'Declare it under `datasets:`.'),
  'unknown-classes': unknown('class list', 'class lists', 'Declare it under `classes:`.'),
  'unknown-values': unknown('value list', 'value lists', 'Declare it under `values:`.'),
  'unused-values': words<Texts<'id'>>({
    short: 'Value list is not used',
    message: (p) => `Nothing uses the value list ${code(p.id)}.`,
    advice: (p) => `Remove it, or use it in a field: \`values: ${p.id}\`.`,
  }),
  'unknown-category': unknown('category', 'categories', 'Declare it under `categories:`.'),
  'unknown-terms': words<Unknown>({
    short: 'Unknown terms',
    message: (p) => `There are no terms ${code(p.found)}.`,
    advice: (p) => nearest(p, 'Declare them under `terms:`.', 'The terms are'),
  }),
  'unknown-group': unknown('group', 'groups', 'Declare it under `groups:`.'),
  'unknown-level': unknown('permission level', 'levels', 'Declare it under `permissions.levels:`.'),
  'unknown-country': unknown('country', 'countries', 'Declare it under `region.countries:`.'),
  'unknown-service': unknown(
    'service',
    'services',
    'Declare it under `services:`, which lists all external addresses.',
  ),
  'unused-token': words<Texts<'id'> & Maybe<'nearest'>>({
    short: 'Token is not used',
    message: (p) =>
      `Nothing uses the token ${code(p.id)}, and the interface has no colour of this name.`,
    advice: (p) => nearest({ ...p, found: p.id }, `Remove it, or use it: \`{ token: ${p.id} }\`.`),
  }),
  'low-contrast': words<Texts<'text' | 'on' | 'ground' | 'found' | 'enough'>>({
    short: 'Text is hard to read',
    message: (p) =>
      `The interface writes in ${code(p.text)} on ${code(p.on)}. With the ground \`${p.ground}\`, their contrast is ${p.found}:1; text needs ${p.enough}:1.`,
    advice: (p) =>
      p.ground === 'light'
        ? 'Make the darker of both colours darker, or the lighter one lighter.'
        : 'Make the lighter of both colours lighter, or the darker one darker.',
  }),
  'unknown-token': unknown('token', 'tokens', 'Declare it under `theme.tokens:`.'),
  'unknown-preset': unknown('preset', 'presets', 'Declare it under `theme.presets:`.'),
  'unknown-font': words<Unknown>({
    short: 'Unknown font',
    message: (p) => `${code(p.found)} is not a font of the theme.`,
    advice: (p) =>
      p.nearest
        ? {
            ...didYouMean(p.found, p.nearest),
            text: `Did you mean ${code(p.nearest)}? The name of a font includes its style.`,
          }
        : `Write a family of \`theme.fonts\` (${names(p.known)}) with a style, for example \`${p.known[0]} Regular\`.`,
  }),
  'unknown-sublayer': words<Unknown & Texts<'group'>>({
    short: 'Unknown sublayer',
    message: (p) => `The group ${code(p.group)} has no sublayer ${code(p.found)}.`,
    advice: (p) => nearest(p, '', 'Its sublayers are'),
  }),
  'unknown-ground': words<Unknown>({
    short: 'Unknown base map',
    message: (p) => `${code(p.found)} is not \`light\`, \`dark\` or the id of a base layer.`,
    advice: (p) => nearest(p, 'Remove it.', 'Remove it, or use one of'),
  }),
  'unknown-shade': words<Unknown & Texts<'class' | 'classes'>>({
    short: 'Unknown shade',
    message: (p) =>
      `The class ${code(p.class)} of ${code(p.classes)} has no shade ${code(p.found)}.`,
    advice: (p) => nearest(p, 'Declare it under `shades:` of every class.', 'Declared shades'),
  }),
  'missing-source-layer': words<Texts<'source'> & Lists<'known'>>({
    short: 'Source layer is missing',
    message: (p) =>
      `The source ${code(p.source)} contains vector tiles, so the sublayer needs a \`source-layer\`.`,
    advice: (p) =>
      p.known.length > 0
        ? `Add \`source-layer:\` with one of ${names(p.known)}.`
        : 'Add `source-layer:`.',
  }),
  'unknown-source-layer': words<Unknown & Texts<'source'>>({
    short: 'Unknown source layer',
    message: (p) => `The source ${code(p.source)} has no layer ${code(p.found)}.`,
    advice: (p) => layersOf(p, 'A dataset needs no `source-layer`.'),
  }),
  'source-layer-not-used': words<Texts<'type'>>({
    short: 'Source layer has no effect',
    message: (p) => `A source of type ${code(p.type)} has no source layers.`,
    advice: 'Remove `source-layer`.',
  }),
  'feed-missing': words<Texts<'dataset' | 'feed'> & Maybe<'found'> & Lists<'known'>>({
    short: 'Feed is missing',
    message: (p) =>
      `The dataset ${code(p.dataset)} has no ${p.found ? `feed ${code(p.found)}` : 'feed for the map'}.`,
    advice: (p) =>
      p.known.length > 0
        ? `It has ${names(p.known)}: change \`feed\` here or \`feeds\` in the dataset.`
        : `Add \`feeds: { ${p.feed}: true }\` to the dataset.`,
  }),
  'geojson-not-whole': words<Texts<'dataset' | 'level'>>({
    short: 'Full GeoJSON is restricted',
    message: (p) =>
      `The map reads the dataset ${code(p.dataset)} as GeoJSON, but \`whole: download\` restricts the full GeoJSON to ${code(p.level)} and above.`,
    advice: 'Draw the tiles instead (`feed: tiles`), or remove `whole: download`.',
  }),
  'file-missing': words<Texts<'found'> & Maybe<'nearest'>>({
    short: 'File is missing',
    message: (p) => `The file ${code(p.found)} is not in the configuration folder.`,
    advice: (p) =>
      p.nearest
        ? didYouMean(p.found, p.nearest)
        : /^https?:/i.test(p.found)
          ? 'An address is not a file. Download the data and copy them into the configuration folder; or declare the address under `services:`, and write `service` and `path` in place of `file`.'
          : 'Paths are relative to the configuration folder; copy the file there.',
  }),
  'icon-missing': words<Unknown & Maybe<'folder'>>({
    short: 'Icon is missing',
    message: (p) =>
      p.folder
        ? `The folder ${code(p.folder)} has no picture ${code(p.found)} (SVG, PNG or WebP).`
        : `${code(p.found)} is the name of a picture, but the theme has no folder of icons.`,
    advice: (p) =>
      p.folder
        ? nearest(
            p,
            'Copy the picture to that folder, and write its name without the file extension.',
            'Icons in the folder',
          )
        : `Save the picture, for example as \`icons/${p.found}.svg\`, and add \`icons: icons\` to \`theme:\`.`,
  }),
  'icon-by-expression': words<Texts<'key'>>({
    short: 'Icon is an expression',
    message: (p) => `${code(p.key)} must be the name of an icon, not an expression.`,
    advice:
      'To choose icons by the value of a field, write `{ classes: <id> }` and add an `icon` to every class.',
  }),
  'file-among-photos': words<Texts<'found' | 'level'>>({
    short: 'File in a folder of restricted photos',
    message: (p) =>
      `The file ${code(p.found)} is in a photo folder that requires ${code(p.level)}, so visitors below that level cannot load it.`,
    advice: 'Copy it to another folder, and change the path here.',
  }),
  'folder-missing': words<Texts<'found'> & Maybe<'nearest'>>({
    short: 'Folder is missing',
    message: (p) =>
      `The folder ${code(p.found)} is empty, or does not exist in the configuration folder.`,
    advice: (p) =>
      p.nearest
        ? didYouMean(p.found, p.nearest)
        : `Copy the pictures to \`${p.found}/\` in the configuration folder, or correct the path.`,
  }),
  'folder-without-photos': words<None>({
    short: 'Folder without photos',
    message:
      '`folder` applies only to fields with `format: photos`, but this field has another format.',
    advice: 'Add `format: photos`, or remove `folder`.',
  }),
  'photos-without-folder': words<Texts<'field'> & Lists<'examples'>>({
    short: 'Photos without a folder',
    message: (p) =>
      `The field ${code(p.field)} shows photos, but values such as ${names(p.examples)} are not addresses, and the field has no \`folder\`.`,
    advice: 'Add `folder:` with the folder of the photos, for example `folder: data/photos`.',
  }),
};
