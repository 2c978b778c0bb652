/**
 * Transverse Mercator on WGS 84 by the series of Krüger to the sixth order, exact to far less than a
 * millimetre inside a zone. The formulas are those of C. Karney, “Transverse Mercator with an
 * accuracy of a few nanometers” (2011). `proj4` would add 42 kB to the page for one projection; the
 * tests compare with it.
 */
import type { Place } from '../stores/places/place.ts';

/** A place in the UTM system; `easting` and `northing` in metres. */
export interface Utm {
  /** 1 to 60. */
  readonly zone: number;
  readonly hemisphere: 'N' | 'S';
  readonly easting: number;
  readonly northing: number;
}

const FLATTENING = 1 / 298.257223563;
const N = FLATTENING / (2 - FLATTENING);
const E2 = FLATTENING * (2 - FLATTENING);
const E = Math.sqrt(E2);

const SCALE = 0.9996;
const FALSE_EASTING = 500_000;
/** Added to northings in the southern hemisphere, in metres. */
const FALSE_NORTHING = 10_000_000;
/** The scaled radius of the rectifying sphere, in metres. */
const RADIUS = ((SCALE * 6_378_137) / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64 + N ** 6 / 256);

/** Evaluates `terms[0] n^first + terms[1] n^(first + 1) + …`. */
const powers = (first: number, ...terms: readonly number[]): number =>
  terms.reduce((sum, term, place) => sum + term * N ** (first + place), 0);

const FORWARD = [
  powers(1, 1 / 2, -2 / 3, 5 / 16, 41 / 180, -127 / 288, 7891 / 37800),
  powers(2, 13 / 48, -3 / 5, 557 / 1440, 281 / 630, -1983433 / 1935360),
  powers(3, 61 / 240, -103 / 140, 15061 / 26880, 167603 / 181440),
  powers(4, 49561 / 161280, -179 / 168, 6601661 / 7257600),
  powers(5, 34729 / 80640, -3418889 / 1995840),
  powers(6, 212378941 / 319334400),
];

const INVERSE = [
  powers(1, 1 / 2, -2 / 3, 37 / 96, -1 / 360, -81 / 512, 96199 / 604800),
  powers(2, 1 / 48, 1 / 15, -437 / 1440, 46 / 105, -1118711 / 3870720),
  powers(3, 17 / 480, -37 / 840, -209 / 4480, 5569 / 90720),
  powers(4, 4397 / 161280, -11 / 504, -830251 / 7257600),
  powers(5, 4583 / 161280, -108847 / 3991680),
  powers(6, 20648693 / 638668800),
];

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** Returns the zone of a longitude in degrees, without the exceptions of Norway and Svalbard. */
export function zoneOf(lng: number): number {
  return Math.min(60, Math.floor((lng + 180) / 6) + 1);
}

/** Converts a place to UTM; `zone` may be that of a neighbour. */
export function toUtm([lng, lat]: Place, zone = zoneOf(lng)): Utm {
  const sine = Math.sin(radians(lat));
  const t = Math.sinh(Math.atanh(sine) - E * Math.atanh(E * sine));
  const along = radians(lng - meridianOf(zone));
  const xi = Math.atan2(t, Math.cos(along));
  const eta = Math.asinh(Math.sin(along) / Math.hypot(t, Math.cos(along)));
  const [northing, easting] = addSeries([xi, eta], FORWARD, 1);
  const hemisphere = lat < 0 ? 'S' : 'N';
  return {
    zone,
    hemisphere,
    easting: FALSE_EASTING + RADIUS * easting,
    northing: RADIUS * northing + (hemisphere === 'S' ? FALSE_NORTHING : 0),
  };
}

/** Converts UTM to longitude and latitude in degrees. */
export function fromUtm({ zone, hemisphere, easting, northing }: Utm): Place {
  const above = northing - (hemisphere === 'S' ? FALSE_NORTHING : 0);
  const [xi, eta] = addSeries([above / RADIUS, (easting - FALSE_EASTING) / RADIUS], INVERSE, -1);
  const conformal = Math.sin(xi) / Math.hypot(Math.sinh(eta), Math.cos(xi));
  const along = Math.atan2(Math.sinh(eta), Math.cos(xi));
  return [meridianOf(zone) + degrees(along), degrees(Math.atan(tangentOf(conformal)))];
}

function meridianOf(zone: number): number {
  return zone * 6 - 183;
}

function addSeries(
  [xi, eta]: readonly [number, number],
  terms: readonly number[],
  sign: 1 | -1,
): [number, number] {
  return terms.reduce<[number, number]>(
    ([x, y], term, place) => {
      const times = 2 * (place + 1);
      return [
        x + sign * term * Math.sin(times * xi) * Math.cosh(times * eta),
        y + sign * term * Math.cos(times * xi) * Math.sinh(times * eta),
      ];
    },
    [xi, eta],
  );
}

/** Returns the tangent of the latitude from that of the conformal latitude, by Newton's method. */
function tangentOf(conformal: number): number {
  let tangent = conformal / (1 - E2);
  // Three steps reach the precision of the numbers; the fourth is a reserve.
  for (let step = 0; step < 4; step++) {
    const root = Math.hypot(1, tangent);
    const sigma = Math.sinh(E * Math.atanh((E * tangent) / root));
    const guess = tangent * Math.hypot(1, sigma) - sigma * root;
    const slope = (1 + (1 - E2) * tangent ** 2) / ((1 - E2) * root);
    tangent += ((conformal - guess) / Math.hypot(1, guess)) * slope;
  }
  return tangent;
}
