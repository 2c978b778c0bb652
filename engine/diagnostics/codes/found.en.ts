import type { Features, Lists, Maybe, Numbers, ProjectedFile, Texts } from '../parameters.ts';
import { labelFrom } from '../meant.ts';
import { change, code, counted, names, whichFeatures } from '../phrases.en.ts';
import { words, type Advice } from '../words.ts';

/** Returns advice on a file in metres, with the command that converts it. */
function converted({ file, system, options, isKnown }: ProjectedFile): Advice {
  const made = { file: `${file.replace(/\.\w*$/, '')}-wgs84.geojson` };
  const read = file.endsWith('.zip') ? `/vsizip/${file}` : { file };
  return {
    text: (command) =>
      isKnown
        ? `The coordinates are in metres, in ${system}. Convert the file: ${command}.`
        : `The coordinates are in metres. Convert the file: ${command}. Replace ${system} with the reference system of the file, which QGIS shows in the properties of the layer.`,
    command: ['ogr2ogr', ...options, '-s_srs', system, '-t_srs', 'EPSG:4326', made, read],
  };
}

/** Returns the place of the only feature that is named: ``line 4 (`V03`)``. */
function toCorrect(features: Features): string {
  return whichFeatures(features).replace(/^ See (.*)\.$/s, '$1');
}

/** The messages about problems found in the data, and about declarations without effect. */
export const FOUND_WORDS = {
  'geometry-not-in-data': words<
    Texts<'dataset' | 'declared' | 'nearest'> & Numbers<'count' | 'of'> & Features
  >({
    short: 'Wrong kind of geometry',
    message: (p) =>
      `${code(p.dataset)} is declared as ${p.declared}, but ${p.count} of its ${p.of} features have the geometry ${p.nearest} and are rejected at load.${whichFeatures(p)}`,
    advice: (p) =>
      p.count * 2 > p.of
        ? change(`Did you mean \`geometry: ${p.nearest}\`?`, p.declared, p.nearest)
        : 'A dataset has one kind of geometry: move the other features to a second file and dataset, or remove them.',
  }),
  'nothing-left': words<Texts<'dataset' | 'group'> & Maybe<'project'> & Lists<'known'>>({
    short: 'Nothing meets the conditions',
    message: (p) =>
      `No feature of ${code(p.dataset)}${p.project ? ` inside the extent of ${code(p.project)}` : ''} meets the conditions: its sublayers in ${code(p.group)} draw nothing, but stay in the legend.`,
    advice: (p) =>
      p.known.length > 0
        ? `Copy only the sublayers with such features: ${code(`sublayers: [${p.known.join(', ')}]`)}.`
        : 'Widen the conditions or the extent, or remove the group from the project.',
  }),
  'conditions-never-meet': words<Texts<'dataset'> & Lists<'known'>>({
    short: 'Conditions exclude each other',
    message: (p) =>
      `Each of these conditions (${names(p.known)}) matches features of ${code(p.dataset)}, but no feature matches all of them, so nothing is drawn.`,
    advice: 'Choose values that occur together, or remove a condition.',
  }),
  'key-not-unique': words<
    Texts<'field' | 'dataset'> &
      Numbers<'nulls' | 'repeated'> &
      Lists<'examples' | 'known'> &
      Features
  >({
    short: 'Key is not unique',
    message: (p) =>
      `The key ${code(p.field)} of ${code(p.dataset)} does not identify its features: ${[
        ...(p.nulls === 0 ? [] : [counted(p.nulls, 'feature has no key', 'features have no key')]),
        ...(p.repeated === 0
          ? []
          : [
              `${counted(p.repeated, 'value occurs', 'values occur')} more than once (${names(p.examples)})`,
            ]),
      ].join(', and ')}.${whichFeatures(p)}`,
    advice: (p) =>
      p.known.length > 0
        ? `Correct the values in the file, or use a field that is unique: ${names(p.known)}.`
        : 'No field of the file is unique: correct the file, or remove `key`.',
  }),
  'no-geometry': words<Texts<'dataset'> & Numbers<'count' | 'of'> & Features>({
    short: 'Features without geometry',
    message: (p) =>
      `${p.count} of ${p.of} features of ${code(p.dataset)} have no geometry and are rejected at load.${whichFeatures(p)}`,
    advice: 'Add their geometry to the file, or remove them.',
  }),
  'outside-world': words<
    Texts<'dataset'> &
      Numbers<'count' | 'of'> &
      Features & { readonly projected?: ProjectedFile | undefined }
  >({
    short: 'Features outside the world',
    message: (p) =>
      `${p.count} of ${p.of} features of ${code(p.dataset)} are outside the world (longitude -180 to 180, latitude -90 to 90).${whichFeatures(p)}`,
    advice: (p) =>
      p.projected
        ? converted(p.projected)
        : p.count * 2 <= p.of
          ? `Correct ${p.features?.length === 1 ? toCorrect(p) : 'their coordinates'} in the file; a decimal point may be missing.`
          : 'The coordinates are probably projected: write the file in longitude and latitude (WGS 84).',
  }),
  'outside-region': words<
    Texts<'dataset'> &
      Numbers<'count' | 'of'> &
      Features & { readonly signs?: 'longitudes' | 'latitudes' }
  >({
    short: 'Features outside the region',
    message: (p) =>
      `${p.count} of ${p.of} features of ${code(p.dataset)} are outside \`region.bounds\`.${whichFeatures(p)}`,
    advice: (p) =>
      p.signs
        ? `The ${p.signs} seem to have the wrong sign: ${p.signs === 'longitudes' ? 'west of Greenwich' : 'south of the equator'} they are negative. Correct them in the file.`
        : 'Correct their coordinates in the file, or widen `region.bounds`.',
  }),
  'mis-encoded-text': words<Texts<'field' | 'dataset' | 'example'> & Numbers<'count'> & Features>({
    short: 'Texts in the wrong encoding',
    message: (p) =>
      `${p.count} texts of ${code(p.field)} in ${code(p.dataset)} are UTF-8 read as Latin-1, for example ${code(p.example)}.${whichFeatures(p)}`,
    advice: 'Add `repair: utf8-read-as-latin1` under `load:`, or save the file as UTF-8.',
  }),
  'long-text': words<Texts<'field' | 'dataset'> & Numbers<'count' | 'longest'> & Features>({
    short: 'Very long texts',
    message: (p) =>
      `${counted(p.count, 'text', 'texts')} of ${code(p.field)} in ${code(p.dataset)} ${p.count === 1 ? 'is' : 'are'} very long, up to ${p.longest} characters; tiles and popups contain the full text.${whichFeatures(p)}`,
    advice:
      'Shorten them in the file, or remove the field from `fields`. Save pictures as separate files (`format: photos`).',
  }),
  'photo-missing': words<
    Texts<'field' | 'folder'> & Numbers<'count'> & Lists<'examples'> & Maybe<'nearest'> & Features
  >({
    short: 'Photo is missing',
    message: (p) =>
      `${counted(p.count, 'photo', 'photos')} of ${code(p.field)} ${p.count === 1 ? 'is' : 'are'} not in the folder ${code(p.folder)}: ${names(p.examples)}.${whichFeatures(p)}`,
    advice: (p) =>
      p.nearest
        ? `The folder has ${code(p.nearest)}. Names must match exactly, with capitals and the extension.`
        : 'Copy the photos into the folder, or correct the names in the data.',
  }),
  'area-changed-by-repair': words<Texts<'dataset'> & Numbers<'count' | 'of' | 'most'> & Features>({
    short: 'Repair changes the area of polygons',
    message: (p) =>
      `${p.count} of ${p.of} polygons of ${code(p.dataset)} cross themselves or overlap; the repair at load changes their area by up to ${p.most} %.${whichFeatures(p)}`,
    advice:
      'Compare them with the original, and correct them, for example with “Fix geometries” of QGIS.',
  }),
  'tile-over-budget': words<
    Texts<'dataset' | 'tile'> & Numbers<'zoom' | 'size' | 'budget' | 'enough'>
  >({
    short: 'Large tile of the last zoom',
    message: (p) =>
      `The tile ${code(p.tile)} of ${code(p.dataset)} has about ${p.size} kB, more than the budget of ${p.budget} kB. Zoom ${p.zoom} is the last one, so its tiles have all features whatever their size.`,
    advice: (p) =>
      p.enough > p.zoom
        ? `Write \`feeds: { tiles: { maxzoom: ${p.enough} } }\`: its tiles are smaller, and those of zoom ${p.zoom} keep the budget. Features that share one place stay in one tile: combine them, or declare fewer fields.`
        : 'Combine features that share a place, declare fewer fields, or raise `budget`.',
  }),
  'tiles-of-raster': words<
    Texts<'dataset'> & {
      /** Whether the feed is a default of the file. */
      readonly isDefault: boolean;
    }
  >({
    short: 'Vector tiles of a raster',
    message: (p) =>
      `${code(p.dataset)} is a raster, and rasters have no vector tiles.${p.isDefault ? ' It takes `tiles` from the `defaults` of its file.' : ''}`,
    advice: (p) =>
      p.isDefault
        ? `Write \`feeds: { tiles: false, wms: true }\` in the dataset ${code(p.dataset)}.`
        : 'Use a feed that a raster has (`wms: true`), or remove `feeds`.',
  }),
  'unused-dataset': words<Texts<'dataset'>>({
    short: 'Dataset is not used',
    message: (p) => `No group draws the dataset ${code(p.dataset)}, and it has no other feed.`,
    advice:
      'Draw it in a group, give it another feed (`search`, `geojson`, `analysis`, `download`), or remove it.',
  }),
  'style-reads-restricted': words<Texts<'field' | 'dataset' | 'level' | 'group'>>({
    short: 'Style reads a restricted field',
    message: (p) =>
      `This reads ${code(p.field)} of ${code(p.dataset)}, which requires ${code(p.level)}: the whole group ${code(p.group)} is locked for everyone below that level.`,
    advice: (p) =>
      `Read a public field, or write \`permission: ${p.level}\` on the group if this is intended.`,
  }),
  'where-reads-restricted': words<Texts<'field' | 'level' | 'group' | 'open'>>({
    short: 'Condition reads a restricted field',
    message: (p) =>
      `This condition reads ${code(p.field)}, which requires ${code(p.level)}, but the group ${code(p.group)} is open to ${code(p.open)}: the group is empty for visitors below ${code(p.level)}.`,
    advice: (p) =>
      `Use a field that is as open as the group, or write \`permission: ${p.level}\` on the group.`,
  }),
  invisible: words<
    Texts<'what'> &
      (
        | { readonly property: string; readonly found: string | number }
        | { readonly property?: undefined }
      )
  >({
    short: 'Nothing can be seen',
    message: (p) =>
      p.property
        ? `${code(p.property)} is ${code(p.found)}, so ${code(p.what)} is invisible.`
        : `${code(p.what)} has neither a \`text-field\` nor an \`icon-image\` under \`layout\`, so it is invisible.`,
    advice: (p) =>
      p.property === 'opacity'
        ? 'A visitor who switches it on sees nothing: write a number above 0. A group without `checked: true` is off at the start.'
        : p.property
          ? 'Use a visible value. An invisible fill that only receives clicks needs an `outline` or lines over the same source in its group.'
          : 'Add one of them.',
  }),
  'no-sublayers': words<Texts<'id'>>({
    short: 'Group without sublayers',
    message: (p) => `The group ${code(p.id)} has no sublayers, so it draws nothing.`,
    advice: 'Add a sublayer under `sublayers:`.',
  }),
  'project-without-groups': words<Texts<'id'>>({
    short: 'Project without groups',
    message: (p) => `The project ${code(p.id)} has no groups, so it has no layers.`,
    advice: 'Add the ids of groups under `groups:`, or remove the key.',
  }),
  'color-of-base-map': words<Texts<'found' | 'base' | 'sublayer'>>({
    short: 'Colour of the base map',
    message: (p) =>
      `${code(p.found)} is also the colour of ${code(p.sublayer)} of the base map ${code(p.base)}, on which it cannot be seen.`,
    advice: 'Use another colour, or draw an outline.',
  }),
  'popup-never-opens': words<Texts<'what'>>({
    short: 'Popup never opens',
    message: (p) => `No click opens this popup: nothing of ${code(p.what)} can be clicked.`,
    advice:
      'Only sublayers of type `fill`, `line`, `circle` and `symbol` can be clicked: remove `interactive: false` from one of them, or remove the popup.',
  }),
  'tiles-begin-later': words<Texts<'source' | 'sublayer'> & Numbers<'minzoom' | 'from'>>({
    short: 'Tiles begin at a higher zoom',
    message: (p) =>
      `${code(p.source)} has tiles from zoom ${p.minzoom}, but ${code(p.sublayer)} begins at zoom ${p.from}: at lower zooms nothing is drawn, and the panel does not say why.`,
    advice: (p) =>
      `Lower \`minzoom\` of the dataset or source, or write \`minzoom: ${p.minzoom}\` on the sublayer, so that the panel shows from which zoom it is visible.`,
  }),
  'zoom-beyond-maps': words<Numbers<'minzoom' | 'maxzoom'> & Maybe<'base'>>({
    short: 'Zoom beyond the base maps',
    message: (p) =>
      `The sublayer begins at zoom ${p.minzoom}, but ${p.base ? `the base map ${code(p.base)} ends` : 'all base maps end'} at zoom ${p.maxzoom}, so nothing is drawn.`,
    advice: 'Lower `minzoom`, or raise `maxzoom` of the base map.',
  }),
  'label-without-fallback': words<Texts<'field' | 'dataset'> & Numbers<'nulls' | 'count'>>({
    short: 'Label is often empty',
    message: (p) =>
      `${code(p.field)} is empty in ${p.nulls} of ${p.count} features of ${code(p.dataset)}, which have no label in this language.`,
    advice:
      'Add `fallback:` with a field that is never empty, for example `{ by-language: …, fallback: name }`.',
  }),
  'level-never-granted': words<Texts<'level'>>({
    short: 'Level that cannot be obtained',
    message: (p) =>
      `The level ${code(p.level)} has no \`granted\`, so its locks cannot say how to get access.`,
    advice:
      'Add `granted: on-confirmation` (a visitor gets it by confirming an account) or `granted: by-operator` (on request).',
  }),
  'level-without-registration': words<Texts<'level'>>({
    short: 'Level without a registration form',
    message: (p) =>
      `Visitors get the level ${code(p.level)} when they confirm an account, but the atlas has no form that creates an account.`,
    advice:
      'Declare the form under `forms:`, with `id: registration`, or write `granted: by-operator`.',
  }),
  'same-name': words<Texts<'group' | 'other'> & Maybe<'project'> & Lists<'locales'>>({
    short: 'Two groups with the same name',
    message: (p) =>
      `${code(p.group)} has the same name as ${code(p.other)}${p.locales.length > 0 ? ` in ${names(p.locales)}` : ''}, ${p.project ? `in the project ${code(p.project)}` : 'under the same heading'}: visitors cannot distinguish them.`,
    advice: (p) =>
      p.project
        ? 'Give the copy its own `name`: `{ use: …, as: …, name: { … } }`.'
        : 'Give one of them another `name`, or a `subtitle`.',
  }),
  'unused-category': words<Texts<'id'>>({
    short: 'Category is not used',
    message: (p) => `No group or project uses the category ${code(p.id)}.`,
    advice: 'Remove it, or use it in a group: `category: …`.',
  }),
  'group-twice': words<Texts<'project' | 'group'>>({
    short: 'Group listed twice',
    message: (p) => `The project ${code(p.project)} lists the group ${code(p.group)} twice.`,
    advice:
      'Keep it in one place. To show it in a second style, make a copy with its own id: `{ use: …, as: … }`.',
  }),
  'text-is-an-expression': words<Texts<'found'>>({
    short: 'Label shows an expression',
    message: (p) =>
      `\`text-field\` labels every feature with this text: ${code(p.found)}. Expressions of QGIS or SQL are not computed.`,
    advice: (p) => {
      const meant = labelFrom(p.found);
      return meant === undefined
        ? 'Write `text-field: { field: name }`, or an expression of MapLibre, for example `[concat, [get, name], ", ", [get, kind]]`.'
        : `Write \`text-field: ${meant}\`.`;
    },
  }),
  'text-is-a-field': words<Texts<'field' | 'dataset'>>({
    short: 'Label shows the name of a field',
    message: (p) =>
      `\`text-field\` labels every feature with the word ${code(p.field)}, but ${code(p.dataset)} has a field of this name.`,
    advice: (p) =>
      change(
        `To show the value of the field, write \`text-field: { field: ${p.field} }\`.`,
        p.field,
        `{ field: ${p.field} }`,
      ),
  }),
};
