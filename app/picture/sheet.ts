import { formatDate, listOf, type Translate } from 'atlas-engine/runtime';
import { mapAddress } from '../keep-address.ts';
import { niceDistance } from '../map/scale.ts';
import type { AtlasStore } from '../stores/atlas-store.ts';
import type { MapStore } from '../stores/map/map-store.ts';
import { dayOf } from '../stores/page/welcome-store.ts';

/** The texts around a map on paper or in a picture. */
export interface Sheet {
  /** The name of the analysed area or of the project, or the title of the atlas. */
  readonly title: string;
  /** The title of the atlas below the name of a project, and the date. */
  readonly subtitle: string;
  /** Says that the map shows invented data, and restricted ones; empty without. */
  readonly notes: readonly string[];
  readonly credits: string;
  /** The address of the view. */
  readonly address: string;
}

/** Returns the texts for the view that the map shows. */
export function sheetOf(
  { address, area, bundles, projects, shown, side }: AtlasStore,
  t: Translate,
): Sheet {
  const { locale, title } = bundles.index;
  const made = t('share.made', { date: formatDate(dayOf(new Date()), locale) });
  const { open } = projects;
  const names = [side.tool === 'analyse' && area.area?.name, open?.name, title].filter(Boolean);
  const [first = title, ...others] = names as string[];
  const restricted = listOf(shown.restrictedNames, bundles.index);
  const parts = address.shared({ restricted: true, lang: locale });
  return {
    title: first,
    subtitle: [...others, made].join(' · '),
    notes: [
      ...(shown.hasDemoData ? [`${t('demo.badge')}. ${t('demo.explain')}`] : []),
      ...(restricted === '' ? [] : [t('share.on-paper', { names: restricted })]),
    ],
    credits: shown.attributions.map(({ text }) => text).join(' · '),
    address: new URL(mapAddress(parts), window.location.href).href,
  };
}

/** The least share of the height that the width of a map on paper has. */
const LEAST_RATIO = 0.9;

/**
 * Returns the pixels of a map for paper: a tall one without what is far from the middle of its
 * uncovered part, so that it fills the width of a page.
 */
export function fitToPaper(
  pixels: HTMLCanvasElement,
  { free, whole }: MapStore,
): HTMLCanvasElement {
  const height = Math.round(pixels.width / LEAST_RATIO);
  if (pixels.height <= height || !free || !whole) return pixels;
  const share = (whole[3] - (free[1] + free[3]) / 2) / (whole[3] - whole[1]);
  const top = Math.min(pixels.height - height, Math.max(0, share * pixels.height - height / 2));
  const cut = document.createElement('canvas');
  [cut.width, cut.height] = [pixels.width, height];
  cut.getContext('2d')?.drawImage(pixels, 0, -Math.round(top));
  return cut;
}

/** A scale bar: its length in px of the map, and the distance in the reader's language. */
export interface ScaleBar {
  readonly width: number;
  readonly text: string;
}

/** Returns the longest scale bar with a round distance, at most `longest` px; null without a map. */
export function scaleBarOf({ bundles, map }: AtlasStore, longest: number): ScaleBar | null {
  if (!map.seen) return null;
  const { metresPerPixel } = map.seen;
  const metres = niceDistance(metresPerPixel * longest);
  const unit = metres >= 1000 ? 'kilometer' : 'meter';
  const format = new Intl.NumberFormat([bundles.index.locale, 'en'], { style: 'unit', unit });
  return {
    width: metres / metresPerPixel,
    text: format.format(metres >= 1000 ? metres / 1000 : metres),
  };
}
