/** The features and pictures of the guarded atlas. Public ones are fixed, others are made of secrets. */
import type { Secrets } from './secrets.ts';

/** Protected names that occur in several parts of the configuration and in the data. */
export interface Names {
  readonly owner: string;
  readonly badge: string;
  readonly depth: string;
  readonly clan: string;
  readonly clans: readonly [string, string];
  readonly saint: string;
  readonly shrines: string;
  /** File names without their ending. */
  readonly icon: string;
  readonly shrineIcon: string;
  /** A field of pictures. */
  readonly portrait: string;
  /** File names of pictures. */
  readonly photos: Readonly<Record<'owner' | 'graves' | 'shrines', string>>;
  readonly shrineGroup: string;
  readonly shrineCategory: string;
}

/** Draws the names, before anything else is drawn. */
export function drawNames(secrets: Secrets): Names {
  return {
    owner: secrets.word('warden'),
    badge: secrets.word('warden'),
    depth: secrets.word('elder'),
    clan: secrets.word('elder'),
    clans: [secrets.word('elder'), secrets.word('elder')],
    saint: secrets.word('elder'),
    shrines: secrets.id('elder'),
    icon: secrets.word('elder'),
    shrineIcon: secrets.word('elder'),
    portrait: secrets.word('warden'),
    photos: {
      owner: `${secrets.word('warden')}.jpg`,
      graves: `${secrets.word('elder')}.jpg`,
      shrines: `${secrets.word('elder')}.jpg`,
    },
    shrineGroup: secrets.id('elder'),
    shrineCategory: secrets.id('elder'),
  };
}

function collection(features: readonly object[]): object {
  return { type: 'FeatureCollection', features };
}

type PointSet = 'wells' | 'posts' | 'graves' | 'shrines' | 'ledger';

/**
 * Returns the points. Public wells and posts are fixed; everything else is placed by the secrets.
 */
export function points(secrets: Secrets, names: Names, of: PointSet): object {
  const level = of === 'ledger' ? 'member' : 'elder';
  const onGrid = of === 'wells' || of === 'posts';
  const count = onGrid ? 12 : 3 + secrets.number(level, 9);
  return collection(
    Array.from({ length: count }, (_, index) => ({
      type: 'Feature',
      geometry: {
        type: 'Point',
        coordinates: onGrid
          ? gridPlace(of === 'posts' ? Math.floor(index / 2) : index)
          : [9 + secrets.number(level, 9_000) / 1_000, -3 + secrets.number(level, 7_000) / 1_000],
      },
      properties: propertiesOf(secrets, names, of, index),
    })),
  );
}

function gridPlace(index: number): readonly [number, number] {
  return [10 + index / 4, index / 6];
}

function propertiesOf(secrets: Secrets, names: Names, of: PointSet, index: number): object {
  switch (of) {
    case 'wells':
      return {
        number: index + 1,
        name: `Well ${index + 1}`,
        state: index % 2 === 0 ? 'dry' : 'deep',
        views: index === 0 ? ['well.jpg', 'deep well.png', 'missing.jpg'] : null,
        [names.portrait]: index === 1 ? [names.photos.owner] : null,
        [names.owner]: secrets.number('warden', 3) === 0 ? null : secrets.word('warden'),
        [names.depth]: secrets.number('elder', 100_000),
      };
    case 'posts':
      // The features are in pairs that are equal for all other levels, so that other levels cannot
      // distinguish them.
      return {
        [names.badge]: 1 + secrets.number('warden', 1_000_000),
        side: Math.floor(index / 2),
      };
    case 'graves':
      return {
        [names.clan]: names.clans[index % 2],
        name: secrets.word('elder'),
        views: [names.photos.graves],
      };
    case 'shrines':
      return { [names.saint]: secrets.word('elder'), views: names.photos.shrines };
    case 'ledger':
      return { note: secrets.word('member') };
  }
}

/** Returns squares at positions that depend on the secrets. */
export function areas(secrets: Secrets): object {
  return collection(
    Array.from({ length: 2 + secrets.number('warden', 4) }, () => {
      const [x, y] = [
        10 + secrets.number('warden', 8_000) / 1_000,
        -2 + secrets.number('warden', 5_000) / 1_000,
      ];
      const size = 0.2 + secrets.number('warden', 100) / 100;
      const ring = [
        [x, y],
        [x + size, y],
        [x + size, y + size],
        [x, y + size],
        [x, y],
      ];
      return {
        type: 'Feature',
        geometry: { type: 'Polygon', coordinates: [ring] },
        properties: { name: secrets.word('warden'), keeper: secrets.word('elder') },
      };
    }),
  );
}

/** Returns the pictures of each field of photos, by path, and one picture that no feature has. */
export function pictures(
  secrets: Secrets,
  { photos }: Names,
  withHidden: boolean,
): Record<string, string> {
  return {
    'photos/wells/well.jpg': 'a picture of a well',
    'photos/wells/deep well.png': 'a picture of a deep well',
    [`photos/wells/${photos.owner}`]: secrets.word('warden'),
    'photos/wells/unnamed.jpg': secrets.word('elder'),
    [`photos/graves/${photos.graves}`]: secrets.word('elder'),
    ...(withHidden && { [`photos/shrines/${photos.shrines}`]: secrets.word('elder') }),
  };
}

/** Returns a text for all languages. */
export const both = (text: string): { readonly all: string } => ({ all: text });
