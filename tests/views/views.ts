/**
 * The key views of the shipped atlas, as data: `npm run views` draws them, and the tests compare
 * them with the pictures in `references`.
 */

/** Sizes of the windows, in px. */
export const WINDOWS = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 800 },
  wide: { width: 1920, height: 1080 },
} as const;

export type WindowName = keyof typeof WINDOWS;

export interface View {
  /** Unique; also the name of the picture. */
  readonly name: string;
  readonly window: WindowName;
  readonly lang: 'en' | 'fr';
  /** A level of the atlas; absent for everyone. */
  readonly level?: string;
  readonly project?: string;
  /** Absent for the base map of the first view. */
  readonly base?: string;
  readonly relief?: boolean;
  /** `zoom/latitude/longitude`; absent for the extent of the project or of the region. */
  readonly camera?: string;
  /**
   * Groups of data, top first, above those of `ground`; `id~40` has an opacity of 40 %. Absent for
   * the groups that the project or the atlas opens with.
   */
  readonly data?: readonly string[];
}

/** The groups below the data, top first. */
export const GROUND = ['boundaries', 'labels'] as const;

/** Returns the path of a view on the server, with its query and fragment. */
export function addressOf(
  { lang, project, base, relief, camera, data }: View,
  ground: readonly string[] = GROUND,
): string {
  const query = new URLSearchParams({ ...(project ? { project } : {}), lang });
  const parts = [
    camera,
    base && `base=${base}`,
    relief && 'relief=1',
    data && `layers=${[...data, ...ground].join(',')}`,
  ].filter(Boolean);
  return `/?${query}${parts.length > 0 ? `#${parts.join('&')}` : ''}`;
}

const COMMUNITIES = [
  'villages',
  'livelihoods',
  'culture',
  'education',
  'health',
  'camps',
  'farming',
  'tenure',
  'survey-areas',
  'indigenous-peoples',
];
const GOVERNMENT = [
  'community-forests',
  'redd',
  'protected-areas',
  'agro-industry',
  'mining',
  'oil-permits',
  'logging',
];
const TEN = [
  'villages',
  'education',
  'health',
  'roads',
  'logging-roads',
  'community-forests',
  'protected-areas',
  'mining',
  'oil-permits',
  'logging',
];

/** The region, Gabon, the Pool, Bangui and Kinshasa. */
const PLACES = ['4/0.5/18', '6/0.5/12.5', '8/-3.6/16', '10/4.4/18.5', '12/-4.33/15.32'] as const;

/** A base map at each zoom, with villages and roads. */
const baseMap = (of: Omit<View, 'name' | 'camera' | 'data'> & { base: string }): View[] =>
  PLACES.map((camera) => {
    const name = `${of.base}-z${camera.split('/')[0]}`;
    return { ...of, name, camera, data: ['villages', 'roads'] };
  });

const view = (
  name: string,
  window: WindowName,
  lang: 'en' | 'fr',
  rest: Omit<View, 'name' | 'window' | 'lang'> = {},
): View => ({ name, window, lang, ...rest });

export const VIEWS: readonly View[] = [
  view('first-phone', 'phone', 'fr'),
  view('first-desktop', 'desktop', 'fr'),
  view('first-wide', 'wide', 'en'),

  ...baseMap({ base: 'default', window: 'desktop', lang: 'en' }),
  ...baseMap({ base: 'terrain', window: 'wide', lang: 'fr', relief: true }),
  ...baseMap({ base: 'imagery', window: 'desktop', lang: 'fr' }),
  ...baseMap({ base: 'dark', window: 'phone', lang: 'en' }),

  view('communities-z7', 'desktop', 'fr', {
    level: 'level-2',
    camera: '7/-1.2/17.5',
    data: COMMUNITIES,
  }),
  view('communities-z10', 'desktop', 'en', {
    level: 'level-2',
    camera: '10/5.2/9.5',
    data: COMMUNITIES,
  }),
  view('populated-places-z5', 'desktop', 'fr', { camera: '5/1/18', data: ['populated-places'] }),
  view('government-z5', 'desktop', 'fr', { camera: '5/1/18', data: GOVERNMENT }),
  view('government-z8', 'wide', 'en', { camera: '8/3/11.5', data: GOVERNMENT }),
  view('government-imagery-z8', 'phone', 'fr', {
    base: 'imagery',
    camera: '8/4.4/12.7',
    data: GOVERNMENT,
  }),
  view('forest-kinds-z5', 'desktop', 'en', {
    camera: '5/1/18',
    data: ['landscapes', 'intact-forest-landscape'],
  }),
  view('tree-cover-terrain-z6', 'desktop', 'fr', {
    base: 'terrain',
    camera: '6.5/1/17.5',
    data: ['tree-cover~100'],
  }),
  view('esa-land-cover-z5', 'phone', 'en', { camera: '5/1/17.5', data: ['esa-land-cover~100'] }),
  view('infrastructure-z8', 'desktop', 'en', {
    camera: '8/4.2/12.5',
    data: ['roads', 'logging-roads'],
  }),
  view('countries-z5', 'desktop', 'fr', { camera: '5/1/18', data: ['countries'] }),

  view('project-nguti', 'desktop', 'fr', { project: 'nguti', level: 'level-2' }),
  view('project-tumba-ledima', 'desktop', 'en', { project: 'tumba-ledima', level: 'level-2' }),
  view('project-mai-ndombe', 'wide', 'fr', { project: 'mai-ndombe' }),
  view('project-lup', 'phone', 'fr', { project: 'lup', level: 'level-2' }),

  view('ten-z6', 'desktop', 'fr', { camera: '6/0.5/16', data: TEN }),
  view('ten-dark-z8', 'wide', 'en', { base: 'dark', camera: '8/0.8/15.5', data: TEN }),
  view('ten-z10', 'phone', 'fr', { camera: '10/4.75/12.5', data: TEN }),
];
