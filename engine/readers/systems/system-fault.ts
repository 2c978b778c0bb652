/** A part of a reference system that stops its conversion. */
export type SystemPart =
  /** The text as a whole: not well-known text, or another kind of system. */
  | 'system'
  /** Any system but WGS 84 in GeoJSON, which names it by a number only. */
  | 'geojson'
  | 'datum'
  /** Places for which no transformation of an old datum is known. */
  | 'area'
  | 'prime-meridian'
  | 'unit'
  | 'axis'
  | 'projection'
  /** A parameter of the projection that is unknown, or has a value that is not supported. */
  | 'parameter'
  /** A parameter of the projection that is not in the text. */
  | 'missing-parameter';

/** Thrown for a reference system that cannot be converted exactly. */
export class SystemFault extends Error {
  readonly part: SystemPart;
  /** Name of the part as the text spells it, shortened. */
  readonly found: string;

  constructor(part: SystemPart, found: string) {
    super(part);
    this.part = part;
    this.found = shorten(found);
  }
}

const LONGEST_NAME = 80;

/** Shortens a name of a text that anybody may have written. */
export function shorten(name: string): string {
  const line = name.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME)}…` : line;
}
