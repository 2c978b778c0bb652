/**
 * Files in the photo folder of the shipped atlas: scenes, and sketch maps of villages. They are
 * drawn by the project and replace the photos of a survey.
 */
export const SCENES = [
  'river-landing.webp',
  'village-lane.webp',
  'school-yard.webp',
  'fields-at-the-edge.webp',
  'meeting-tree.webp',
  'fish-drying.webp',
] as const;
export const SKETCH_MAPS = [
  'sketch-map-road.webp',
  'sketch-map-river.webp',
  'sketch-map-ridge.webp',
] as const;
