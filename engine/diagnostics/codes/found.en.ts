import type { Features, Lists, Maybe, Numbers, Texts } from '../parameters.ts';
import { change, code, counted, names, whichFeatures } from '../phrases.en.ts';
import { words } from '../words.ts';

/** The words for what was found in the data, and for what is declared and reaches nobody. */
export const FOUND_WORDS = {
  'geometry-not-in-data': words<
    Texts<'dataset' | 'declared' | 'nearest'> & Numbers<'count' | 'of'> & Features
  >({
    short: 'Wrong kind of geometry',
    message: (p) =>
      `${code(p.dataset)} is declared as ${p.declared}, but ${p.count} of its ${p.of} features are of the kind ${p.nearest}, and a load rejects them.${whichFeatures(p)}`,
    advice: (p) =>
      p.count * 2 > p.of
        ? change(`Did you mean \`geometry: ${p.nearest}\`?`, p.declared, p.nearest)
        : 'A dataset has one kind of geometry: put the others into a file and a dataset of their own, or remove them.',
  }),
  'nothing-left': words<Texts<'dataset' | 'group'> & Maybe<'project'> & Lists<'known'>>({
    short: 'Nothing meets the conditions',
    message: (p) =>
      `No feature of ${code(p.dataset)}${p.project ? ` inside the extent of ${code(p.project)}` : ''} meets the conditions: in ${code(p.group)} its sublayers would draw nothing, and keep their row in the legend.`,
    advice: (p) =>
      p.known.length > 0
        ? `Copy only what has such features: ${code(`sublayers: [${p.known.join(', ')}]`)}.`
        : 'Loosen the conditions or the extent, or leave the group out of the project.',
  }),
  'conditions-never-meet': words<Texts<'dataset'> & Lists<'known'>>({
    short: 'Conditions exclude each other',
    message: (p) =>
      `Features of ${code(p.dataset)} meet each of these conditions (${names(p.known)}), but none meets them all: nothing would be drawn.`,
    advice: 'See which values go together, or remove a condition.',
  }),
  'key-not-unique': words<
    Texts<'field' | 'dataset'> &
      Numbers<'nulls' | 'repeated'> &
      Lists<'examples' | 'known'> &
      Features
  >({
    short: 'Key is not unique',
    message: (p) =>
      `The key ${code(p.field)} of ${code(p.dataset)} does not tell its features apart: ${[
        ...(p.nulls === 0 ? [] : [counted(p.nulls, 'feature has none', 'features have none')]),
        ...(p.repeated === 0
          ? []
          : [
              `${counted(p.repeated, 'value stands', 'values stand')} more than once (${names(p.examples)})`,
            ]),
      ].join(', and ')}.${whichFeatures(p)}`,
    advice: (p) =>
      p.known.length > 0
        ? `Name a field that is unique: ${names(p.known)}.`
        : 'No field of the file is unique: mend the file, or leave `key` out.',
  }),
  'no-geometry': words<Texts<'dataset'> & Numbers<'count' | 'of'> & Features>({
    short: 'Features without geometry',
    message: (p) =>
      `${p.count} of ${p.of} features of ${code(p.dataset)} have no geometry, and a load rejects them.${whichFeatures(p)}`,
    advice: 'Give them a geometry in the file, or remove them there.',
  }),
  'outside-world': words<Texts<'dataset'> & Numbers<'count' | 'of'> & Features>({
    short: 'Features outside the world',
    message: (p) =>
      `${p.count} of ${p.of} features of ${code(p.dataset)} lie outside the world (longitude -180 to 180, latitude -90 to 90).${whichFeatures(p)}`,
    advice:
      'The coordinates are probably projected: write the file in longitude and latitude (WGS 84).',
  }),
  'outside-region': words<Texts<'dataset'> & Numbers<'count' | 'of'> & Features>({
    short: 'Features outside the region',
    message: (p) =>
      `${p.count} of ${p.of} features of ${code(p.dataset)} lie outside \`region.bounds\`.${whichFeatures(p)}`,
    advice: 'Correct their coordinates in the file, or widen `region.bounds`.',
  }),
  'mis-encoded-text': words<Texts<'field' | 'dataset' | 'example'> & Numbers<'count'> & Features>({
    short: 'Texts in the wrong encoding',
    message: (p) =>
      `${p.count} texts of ${code(p.field)} in ${code(p.dataset)} are UTF-8 read as Latin-1, as ${code(p.example)}.${whichFeatures(p)}`,
    advice: 'Add `mend: utf8-read-as-latin1` under `load:`, or write the file as UTF-8.',
  }),
  'long-text': words<Texts<'field' | 'dataset'> & Numbers<'count' | 'longest'> & Features>({
    short: 'Very long texts',
    message: (p) =>
      `${counted(p.count, 'text', 'texts')} of ${code(p.field)} in ${code(p.dataset)} ${p.count === 1 ? 'is' : 'are'} very long, up to ${p.longest} characters; tiles and popups carry them whole.${whichFeatures(p)}`,
    advice:
      'Shorten them in the file, or leave the field out of `fields`. Pictures belong into files of their own (`format: photos`).',
  }),
  'tiles-of-raster': words<Texts<'dataset'>>({
    short: 'Vector tiles of a raster',
    message: (p) => `${code(p.dataset)} is a raster, and rasters have no vector tiles.`,
    advice: 'Name a feed that a raster has: `wms: <name>`, or leave `feeds` out.',
  }),
  'unused-dataset': words<Texts<'dataset'>>({
    short: 'Dataset is not used',
    message: (p) => `No group draws the dataset ${code(p.dataset)}, and it feeds nothing else.`,
    advice:
      'Draw it in a group, give it another feed (`search`, `geojson`, `analysis`, `download`), or remove it.',
  }),
  'style-reads-restricted': words<Texts<'field' | 'dataset' | 'level' | 'group'>>({
    short: 'Style reads a restricted field',
    message: (p) =>
      `This reads ${code(p.field)} of ${code(p.dataset)}, which needs ${code(p.level)}: the whole group ${code(p.group)} is locked to everyone below.`,
    advice: (p) =>
      `Read a field that everyone may see, or write \`permission: ${p.level}\` on the group to say that it is meant.`,
  }),
  'where-reads-restricted': words<Texts<'field' | 'level' | 'group' | 'open'>>({
    short: 'Condition reads a restricted field',
    message: (p) =>
      `This asks for ${code(p.field)}, which needs ${code(p.level)}, but the group ${code(p.group)} is open to ${code(p.open)}: below ${code(p.level)} it would be empty.`,
    advice: (p) =>
      `Ask for a field that everyone who sees the group may see, or write \`permission: ${p.level}\` on the group.`,
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
        ? `${code(p.property)} is ${code(p.found)} here: nothing of ${code(p.what)} is seen.`
        : `${code(p.what)} has neither a \`text-field\` nor an \`icon-image\` under \`layout\`: nothing of it is seen.`,
    advice: (p) =>
      p.property === 'opacity'
        ? 'A visitor who switches it on sees nothing before moving its slider: write a number above 0. What is to be off at first is off without `checked: true`.'
        : p.property
          ? 'Give it a value that is seen. A fill that is only there to be clicked stands in one group with an `outline` or lines over the same source.'
          : 'Add one of them.',
  }),
  'no-sublayers': words<Texts<'id'>>({
    short: 'Group without sublayers',
    message: (p) => `The group ${code(p.id)} has no sublayers, so it draws nothing.`,
    advice: 'Add a sublayer under `sublayers:`.',
  }),
  'popup-never-opens': words<Texts<'what'>>({
    short: 'Popup never opens',
    message: (p) => `No click opens this popup: nothing of ${code(p.what)} can be clicked.`,
    advice:
      'Only features are clicked, of the types `fill`, `line`, `circle` and `symbol`: remove `interactive: false` from one of them, or the popup.',
  }),
  'tiles-begin-later': words<Texts<'source' | 'sublayer'> & Numbers<'minzoom' | 'from'>>({
    short: 'Tiles begin at a higher zoom',
    message: (p) =>
      `${code(p.source)} has tiles from zoom ${p.minzoom} on, but ${code(p.sublayer)} is to be drawn from zoom ${p.from}: over the whole atlas nothing is drawn, and nobody is told to come nearer.`,
    advice: (p) =>
      `Let the tiles begin lower (\`minzoom\` of the dataset or source), or write \`minzoom: ${p.minzoom}\` on the sublayer: the panel then says from which zoom on it is seen.`,
  }),
  'zoom-beyond-maps': words<Numbers<'minzoom' | 'maxzoom'> & Maybe<'base'>>({
    short: 'Zoom beyond the base maps',
    message: (p) =>
      `The sublayer begins at zoom ${p.minzoom}, but ${p.base ? `the base map ${code(p.base)} ends` : 'all base maps end'} at zoom ${p.maxzoom}: nothing would be drawn.`,
    advice: 'Lower `minzoom`, or raise `maxzoom` of the base map.',
  }),
  'label-without-default': words<
    Texts<'field' | 'dataset'> & Numbers<'nulls' | 'count'> & Lists<'locales'>
  >({
    short: 'Label is often empty',
    message: (p) =>
      `${code(p.field)} is empty in ${p.nulls} of ${p.count} features of ${code(p.dataset)}: they have no label in this language.`,
    advice: (p) =>
      `Add \`default:\` with a field that has a name for each, as \`{ field: { ${p.locales.map((locale) => `${locale}: …, `).join('')}default: name } }\`.`,
  }),
  'level-never-granted': words<Texts<'level'>>({
    short: 'Level without a way to get it',
    message: (p) =>
      `Nothing says how one gets the level ${code(p.level)}: its lock could only say that it is locked.`,
    advice:
      'Add `granted: on-confirmation` (who confirms an account has it) or `granted: by-operator` (on request).',
  }),
  'same-name': words<Texts<'group' | 'other'> & Maybe<'project'> & Lists<'locales'>>({
    short: 'Two groups with one name',
    message: (p) =>
      `${code(p.group)} is called like ${code(p.other)}${p.locales.length > 0 ? ` in ${names(p.locales)}` : ''}, ${p.project ? `in the project ${code(p.project)}` : 'under the same heading'}: a visitor cannot tell them apart.`,
    advice: (p) =>
      p.project
        ? 'Give the copy a `name` of its own: `{ use: …, as: …, name: { … } }`.'
        : 'Give one of them another `name`, or a `subtitle`.',
  }),
  'unused-category': words<Texts<'id'>>({
    short: 'Category is not used',
    message: (p) => `No group and no project stands under the heading ${code(p.id)}.`,
    advice: 'Remove it, or name it in a group: `category: …`.',
  }),
  'group-twice': words<Texts<'project' | 'group'>>({
    short: 'Group listed twice',
    message: (p) => `The project ${code(p.project)} lists the group ${code(p.group)} twice.`,
    advice:
      'Keep it in one place. A second look of it is a copy with an id of its own: `{ use: …, as: … }`.',
  }),
  'text-is-a-field': words<Texts<'field' | 'dataset'>>({
    short: 'Label writes the name of a field',
    message: (p) =>
      `\`text-field\` writes the word ${code(p.field)} beside every feature, and ${code(p.dataset)} has a field of this name.`,
    advice: (p) =>
      change(
        `To write what the field holds: \`text-field: { field: ${p.field} }\`.`,
        p.field,
        `{ field: ${p.field} }`,
      ),
  }),
};
