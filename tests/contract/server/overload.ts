/**
 * The addresses of a load test: all routes of a server, and the slowest addresses of each route
 * that reads features.
 */
import { addressesOf } from './crawl.ts';

const WORLD = 'POLYGON((-179 -80,179 -80,179 80,-179 80,-179 -80))';
const NAMES = ['points', 'polygons'];

/** Addresses that take longer than 50 ms with 20 000 features. */
export const LONG: readonly string[] = NAMES.flatMap((name) => [
  ...['0/0/0', '1/0/0', '1/1/1', '2/1/1', '3/3/3', '3/4/3'].map(
    (tile) => `/api/mvt/tile/${name}/${tile}.pbf`,
  ),
  `/wms?service=WMS&version=1.1.1&request=GetMap&layers=${name}&styles=&srs=EPSG:4326&bbox=-150,-70,150,70&width=400&height=300&format=image/png`,
  `/wms?service=WMS&version=1.1.1&request=GetFeatureInfo&layers=${name}&query_layers=${name}&styles=&srs=EPSG:4326&bbox=-150,-70,150,70&width=4&height=4&x=2&y=2&format=image/png&info_format=application/json`,
  `/api/geodata/${name}/?intersects=${encodeURIComponent(WORLD)}&limit=2000`,
  `/api/geodata/${name}/?bbox=-150,-70,150,70&limit=2000`,
  `/ogc/collections/${name}/items?limit=2000`,
]).concat('/api/search?q=n&limit=50', '/api/search?q=n%201', '/api/search?q=nyota%209');

/**
 * Returns the slow addresses, and one in `step` of all others. Left out are addresses whose answer
 * contains the time, and those that draw an error as a picture, whose status is 200.
 */
export function overloadAddresses(routes: readonly string[], step: number): string[] {
  const targets = {
    tileNames: NAMES,
    wmsNames: NAMES,
    geojsonNames: NAMES,
    datasets: NAMES,
    ids: [1, 2, 19999].map((value) => ({ value })),
    versions: [{ value: 'old' }],
    bundlePaths: [],
    assets: [],
    files: [],
    words: ['nyota'],
    photos: [],
    groups: [],
    projects: [],
  };
  const all = addressesOf(routes, targets).map((url) => encodeURI(decodeOnce(url)));
  const steady = all.filter((url) => !/^\/health|exceptions=/.test(url));
  return [...new Set([...LONG, ...steady.filter((_, at) => at % step === 0)])];
}

function decodeOnce(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
