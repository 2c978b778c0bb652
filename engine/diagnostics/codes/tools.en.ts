import type { Texts } from '../parameters.ts';
import { code } from '../phrases.en.ts';
import { words } from '../words.ts';

/** The messages about tools. */
export const TOOLS_WORDS = {
  'tool-areas-not-polygons': words<Texts<'dataset' | 'geometry'>>({
    short: 'Sample areas are not polygons',
    message: (p) =>
      `The sample areas must be polygons, but the geometry of ${code(p.dataset)} is ${code(p.geometry)}.`,
    advice: 'Use a dataset with `geometry: polygon`.',
  }),
  'areas-not-polygons': words<Texts<'dataset' | 'geometry'>>({
    short: 'Areas are not polygons',
    message: (p) =>
      `Only polygons can be areas, but the geometry of ${code(p.dataset)} is ${code(p.geometry)}.`,
    advice: 'Remove `areas` from its `feeds`.',
  }),
  'areas-without-names': words<Texts<'dataset'>>({
    short: 'Areas have no names',
    message: (p) =>
      `Visitors choose areas by the names that the search finds, but ${code(p.dataset)} has no feed ${code('search')}.`,
    advice: 'Add the fields with the names: `search: [name]` in its `feeds`.',
  }),
  'tool-feed-missing': words<Texts<'dataset'>>({
    short: 'Feed for the tool is missing',
    message: (p) =>
      `The tool reads ${code(p.dataset)} as GeoJSON, but the dataset has no feed ${code('geojson')}.`,
    advice: 'Add `geojson: true` to the `feeds` of the dataset.',
  }),
  'tool-laxer-than-areas': words<Texts<'found' | 'dataset' | 'needed'>>({
    short: 'Permission of a tool is weaker',
    message: (p) =>
      `The tool opens at ${code(p.found)}, but its areas, the dataset ${code(p.dataset)}, require ${code(p.needed)}: visitors in between would see an empty tool.`,
    advice: (p) => `Write \`permission: ${p.needed}\`, or open the dataset.`,
  }),
  'tool-picture-not-photos': words<Texts<'field' | 'dataset'>>({
    short: 'Picture is not a photo',
    message: (p) => `The field ${code(p.field)} of ${code(p.dataset)} has no photos.`,
    advice: 'Add `format: photos` to the field, or remove `picture`.',
  }),
  'tool-dataset-not-drawn': words<Texts<'dataset'>>({
    short: 'Dataset is not drawn',
    message: (p) =>
      `No group draws the dataset ${code(p.dataset)}, so its features have no name of a layer and no popup.`,
    advice: 'Draw it in a group, or remove it from `contents`.',
  }),
};
