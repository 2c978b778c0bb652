import type { CodeWords } from './catalogue.ts';
import { code, counted, names, words } from './phrases.en.ts';

/** The words for what was found in the data, and for what is declared and reaches nobody. */
export const FOUND_WORDS: Readonly<Record<string, CodeWords>> = {
  'geometry-not-in-data': words(
    (p) =>
      `${code(p.text('dataset'))} is declared as ${p.text('declared')}, but ${p.text('count')} of its ${p.text('of')} features are of the kind ${p.text('nearest')}, and a load rejects them.`,
    (p) =>
      Number(p.text('count')) * 2 > Number(p.text('of'))
        ? `Did you mean \`geometry: ${p.text('nearest')}\`?`
        : 'A dataset has one kind of geometry: put the others into a file and a dataset of their own, or remove them.',
  ),
  'nothing-left': words(
    (p) =>
      `No feature of ${code(p.text('dataset'))}${p.has('project') ? ` inside the extent of ${code(p.text('project'))}` : ''} meets the conditions: in ${code(p.text('group'))} its sublayers would draw nothing, and keep their row in the legend.`,
    (p) =>
      p.list('known').length > 0
        ? `Copy only what has such features: ${code(`sublayers: [${p.text('known')}]`)}.`
        : 'Loosen the conditions or the extent, or leave the group out of the project.',
  ),
  'conditions-never-meet': words(
    (p) =>
      `Features of ${code(p.text('dataset'))} meet each of these conditions (${names(p.list('known'))}), but none meets them all: nothing would be drawn.`,
    'See which values go together, or remove a condition.',
  ),
  'key-not-unique': words(
    (p) =>
      `The key ${code(p.text('field'))} of ${code(p.text('dataset'))} does not tell its features apart: ${[
        p.text('nulls') === '0'
          ? []
          : [counted(p, 'nulls', 'feature has none', 'features have none')],
        p.text('repeated') === '0'
          ? []
          : [
              `${counted(p, 'repeated', 'value stands', 'values stand')} more than once (${names(p.list('examples'))})`,
            ],
      ]
        .flat()
        .join(', and ')}.`,
    (p) =>
      p.list('known').length > 0
        ? `Name a field that is unique: ${names(p.list('known'))}.`
        : 'No field of the file is unique: mend the file, or leave `key` out.',
  ),
  'no-geometry': words(
    (p) =>
      `${p.text('count')} of ${p.text('of')} features of ${code(p.text('dataset'))} have no geometry, and a load rejects them.`,
    'Give them a geometry in the file, or remove them there.',
  ),
  'outside-world': words(
    (p) =>
      `${p.text('count')} of ${p.text('of')} features of ${code(p.text('dataset'))} lie outside the world (longitude -180 to 180, latitude -90 to 90).`,
    'The coordinates are probably projected: write the file in longitude and latitude (WGS 84).',
  ),
  'outside-region': words(
    (p) =>
      `${p.text('count')} of ${p.text('of')} features of ${code(p.text('dataset'))} lie outside \`region.bounds\`.`,
    'Are longitude and latitude exchanged, or the coordinates projected? Otherwise widen `region.bounds`.',
  ),
  'mis-encoded-text': words(
    (p) =>
      `${p.text('count')} texts of ${code(p.text('field'))} in ${code(p.text('dataset'))} are UTF-8 read as Latin-1, as ${code(p.text('example'))}.`,
    'Add `mend: utf8-read-as-latin1` under `load:`, or write the file as UTF-8.',
  ),
  'long-text': words(
    (p) =>
      `${counted(p, 'count', 'text', 'texts')} of ${code(p.text('field'))} in ${code(p.text('dataset'))} ${p.text('count') === '1' ? 'is' : 'are'} very long, up to ${p.text('longest')} characters; tiles and popups carry them whole.`,
    'Shorten them in the file, or leave the field out of `fields`. Pictures belong into files of their own (`format: photos`).',
  ),
  'tiles-of-raster': words(
    (p) => `${code(p.text('dataset'))} is a raster, and rasters have no vector tiles.`,
    'Name a feed that a raster has: `wms: <name>`, or leave `feeds` out.',
  ),
  'unused-dataset': words(
    (p) => `No group draws the dataset ${code(p.text('dataset'))}, and it feeds nothing else.`,
    'Draw it in a group, give it another feed (`search`, `geojson`, `analysis`, `download`), or remove it.',
  ),
  'style-reads-restricted': words(
    (p) =>
      `This reads ${code(p.text('field'))} of ${code(p.text('dataset'))}, which needs ${code(p.text('level'))}: the whole group ${code(p.text('group'))} is locked to everyone below.`,
    (p) =>
      `Read a field that everyone may see, or write \`permission: ${p.text('level')}\` on the group to say that it is meant.`,
  ),
  'where-reads-restricted': words(
    (p) =>
      `This asks for ${code(p.text('field'))}, which needs ${code(p.text('level'))}, but the group ${code(p.text('group'))} is open to ${code(p.text('open'))}: below ${code(p.text('level'))} it would be empty.`,
    (p) =>
      `Ask for a field that everyone who sees the group may see, or write \`permission: ${p.text('level')}\` on the group.`,
  ),
  invisible: words(
    (p) =>
      p.has('property')
        ? `${code(p.text('property'))} is ${code(p.text('found'))} here: nothing of ${code(p.text('what'))} is seen.`
        : `${code(p.text('what'))} has neither a \`text-field\` nor an \`icon-image\` under \`layout\`: nothing of it is seen.`,
    (p) =>
      p.text('property') === 'opacity'
        ? 'A visitor who switches it on sees nothing before moving its slider: write a number above 0. What is to be off at first is off without `checked: true`.'
        : p.has('property')
          ? 'Give it a value that is seen. A fill that is only there to be clicked stands in one group with an `outline` or lines over the same source.'
          : 'Add one of them.',
  ),
  'popup-never-opens': words(
    (p) => `No click opens this popup: nothing of ${code(p.text('what'))} can be clicked.`,
    'Only features are clicked, of the types `fill`, `line`, `circle` and `symbol`: remove `interactive: false` from one of them, or the popup.',
  ),
  'tiles-begin-later': words(
    (p) =>
      `${code(p.text('source'))} has tiles from zoom ${p.text('minzoom')} on, but ${code(p.text('sublayer'))} is to be drawn from zoom ${p.text('from')}: over the whole atlas nothing is drawn, and nobody is told to come nearer.`,
    (p) =>
      `Let the tiles begin lower (\`minzoom\` of the dataset or source), or write \`minzoom: ${p.text('minzoom')}\` on the sublayer: the panel then says from which zoom on it is seen.`,
  ),
  'zoom-beyond-maps': words(
    (p) =>
      `The sublayer begins at zoom ${p.text('minzoom')}, but ${p.has('base') ? `the base map ${code(p.text('base'))} ends` : 'all base maps end'} at zoom ${p.text('maxzoom')}: nothing would be drawn.`,
    'Lower `minzoom`, or raise `maxzoom` of the base map.',
  ),
  'label-without-default': words(
    (p) =>
      `${code(p.text('field'))} is empty in ${p.text('nulls')} of ${p.text('count')} features of ${code(p.text('dataset'))}: they have no label in this language.`,
    'Add `default:` with a field that has a name for each, as `{ field: { en: …, fr: …, default: name } }`.',
  ),
  'level-never-granted': words(
    (p) =>
      `Nothing says how one gets the level ${code(p.text('level'))}: its lock could only say that it is locked.`,
    'Add `granted: on-confirmation` (who confirms an account has it) or `granted: by-operator` (on request).',
  ),
  'same-name': words(
    (p) =>
      `${code(p.text('group'))} is called like ${code(p.text('other'))}, ${p.has('project') ? `in the project ${code(p.text('project'))}` : 'under the same heading'}: a visitor cannot tell them apart.`,
    (p) =>
      p.has('project')
        ? 'Give the copy a `name` of its own: `{ use: …, as: …, name: { … } }`.'
        : 'Give one of them another `name`, or a `subtitle`.',
  ),
  'unused-category': words(
    (p) => `No group and no project stands under the heading ${code(p.text('id'))}.`,
    'Remove it, or name it in a group: `category: …`.',
  ),
  'group-twice': words(
    (p) => `The project ${code(p.text('project'))} lists the group ${code(p.text('group'))} twice.`,
    'Keep it in one place. A second look of it is a copy with an id of its own: `{ use: …, as: … }`.',
  ),
  'text-is-a-field': words(
    (p) =>
      `\`text-field\` writes the word ${code(p.text('field'))} beside every feature, and ${code(p.text('dataset'))} has a field of this name.`,
    (p) => `To write what the field holds: \`text-field: { field: ${p.text('field')} }\`.`,
  ),
};
