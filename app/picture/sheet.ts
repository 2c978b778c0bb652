import { formatDate, type Translate } from 'atlas-engine/runtime';
import { mapAddress } from '../keep-address.ts';
import { niceDistance } from '../map/scale.ts';
import type { AtlasStore } from '../stores/atlas-store.ts';
import { dayOf } from '../stores/page/welcome-store.ts';

/** The texts around a map on paper or in a picture. */
export interface Sheet {
  /** The name of the project, or the title of the atlas. */
  readonly title: string;
  /** The title of the atlas below the name of a project, and the date. */
  readonly subtitle: string;
  /** Says that the map shows invented data; empty without. */
  readonly demo: string;
  readonly credits: string;
  /** The address of the view. */
  readonly address: string;
}

/** Returns the texts for the view that the map shows. */
export function sheetOf({ address, bundles, projects, shown }: AtlasStore, t: Translate): Sheet {
  const { locale, title } = bundles.index;
  const made = t('share.made', { date: formatDate(dayOf(new Date()), locale) });
  const { open } = projects;
  const parts = address.shared({ restricted: true, pinned: true });
  return {
    title: open?.name ?? title,
    subtitle: [open && title, made].filter(Boolean).join(' · '),
    demo: shown.hasDemoData ? `${t('demo.badge')}. ${t('demo.explain')}` : '',
    credits: shown.attributions.map(({ text }) => text).join(' · '),
    address: new URL(mapAddress(parts), window.location.href).href,
  };
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
