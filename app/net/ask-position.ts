/** The position of the device; `accuracy` is the radius in metres within which it is. */
export interface Position {
  readonly place: readonly [lng: number, lat: number];
  readonly accuracy: number;
}

/** The reason why there is no position. Each has its own text in the interface. */
export type LocateFailure = 'denied' | 'unavailable' | 'timeout' | 'insecure';

/** Asks the device for its position. */
export type AskPosition = () => Promise<Position | LocateFailure>;

const OPTIONS = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 } as const;

/** Codes of `GeolocationPositionError`. */
const FAILURES: Readonly<Record<number, LocateFailure>> = {
  1: 'denied',
  2: 'unavailable',
  3: 'timeout',
};

/** Asks the browser for the position of the device. Browsers refuse it on insecure connections. */
export const askPosition: AskPosition = () => {
  if (!window.isSecureContext) return Promise.resolve('insecure');
  // Older browsers, and frames without the permission, have no geolocation.
  const { geolocation } = navigator as { readonly geolocation?: Geolocation };
  if (!geolocation) return Promise.resolve('unavailable');
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({ place: [coords.longitude, coords.latitude], accuracy: coords.accuracy }),
      ({ code }) => resolve(FAILURES[code] ?? 'unavailable'),
      OPTIONS,
    );
  });
};
