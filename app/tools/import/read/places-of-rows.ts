import { parseCoordinates } from '../../../coordinates/parse-coordinates.ts';
import { geometryOfWkt } from './geometry-of-wkt.ts';

type Cells = readonly string[];

/** Where the columns of a table have the geometries of its rows. */
export interface Places {
  /** The columns that hold nothing else. */
  readonly columns: readonly number[];
  /** Returns the geometry of a row; null without one. */
  readonly geometryOf: (cells: Cells) => object | null;
}

/**
 * Names of columns in lower case and reduced to the letters a to z. A name may have another in front,
 * as in the files of KoBoToolbox (`_gps_latitude`) and ODK (`gps:Latitude`).
 */
const LONGITUDE = /^(?:lon|lng|long|x|xcoord|coordx|longdd|longitudex|.*longitude)$/;
const LATITUDE = /^(?:lat|y|ycoord|coordy|latdd|latitudey|.*latitude)$/;
const EASTING = /^(?:.*easting|e|est|x|xutm|utmx|xcoord|coordx)$/;
const NORTHING = /^(?:.*northing|n|nord|y|yutm|utmy|ycoord|coordy)$/;
const ZONE = /^(?:zone|utmzone|zoneutm|fuseau|fuseauutm)$/;
const BOTH =
  /^(?:gps|gpspoint|geopoint|point|position|location|localisation|coord|coords|coordinates|coordonnees|latlon|latlng|latlong)$/;
const TEXT = /^(?:wkt|geom|thegeom|geometry|geometrie|wktgeom)$/;

/** Finds the columns with geometries by the names of the columns; null if there are none. */
export function placesOf(columns: Cells): Places | null {
  const names = columns.map((name) =>
    name
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z]/g, ''),
  );
  const at = (known: RegExp): number => names.findIndex((name) => known.test(name));
  return (
    utmColumns(at(EASTING), at(NORTHING), at(ZONE)) ??
    degreeColumns(at(LONGITUDE), at(LATITUDE)) ??
    textColumn(at(TEXT)) ??
    bothColumn(at(BOTH))
  );
}

function degreeColumns(x: number, y: number): Places | null {
  if (x < 0 || y < 0) return null;
  return {
    columns: [],
    geometryOf: (cells) => {
      const [lng, lat] = [cells[x]?.trim() ?? '', cells[y]?.trim() ?? ''];
      const numbers = [numberOf(lng), numberOf(lat)] as const;
      if (numbers[0] !== null && numbers[1] !== null) return point([numbers[0], numbers[1]]);
      return lng === '' || lat === '' ? null : parsed(`${lat} ${lng}`);
    },
  };
}

/** Metres east and north, and the zone with its hemisphere: `33N`. */
function utmColumns(x: number, y: number, zone: number): Places | null {
  if (x < 0 || y < 0 || zone < 0) return null;
  return {
    columns: [],
    geometryOf: (cells) => {
      const [east, north] = [numberOf(cells[x]), numberOf(cells[y])];
      if (east === null || north === null) return null;
      return parsed(`${cells[zone]?.trim() ?? ''} ${east} ${north}`);
    },
  };
}

/** Latitude and longitude in one column; forms on phones add the height and the accuracy. */
function bothColumn(column: number): Places | null {
  if (column < 0) return null;
  return {
    columns: [],
    geometryOf: (cells) => {
      const text = (cells[column] ?? '').trim();
      const [, lat, lng] = PLACE_OF_FORM.exec(text) ?? [];
      if (lat !== undefined && lng !== undefined) return point([Number(lng), Number(lat)]);
      return text === '' ? null : (geometryOfWkt(text) ?? parsed(text));
    },
  };
}

const PLACE_OF_FORM = /^(-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?) -?\d+(?:\.\d+)? -?\d+(?:\.\d+)?$/;

/** Well-known text, as the files of Download have it. */
function textColumn(column: number): Places | null {
  if (column < 0) return null;
  return { columns: [column], geometryOf: (cells) => geometryOfWkt(cells[column] ?? '') };
}

function parsed(text: string): object | null {
  const result = parseCoordinates(text);
  return result.ok ? point(result.place) : null;
}

function point(coordinates: readonly [number, number]): object {
  return { type: 'Point', coordinates };
}

const DECIMAL = /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i;

/** Returns a number, whose decimal mark may be a comma; null for another text. */
function numberOf(text = ''): number | null {
  const trimmed = text.trim();
  return DECIMAL.test(trimmed) ? Number(trimmed.replace(',', '.')) : null;
}
