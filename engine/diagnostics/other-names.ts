/** Names that other programs use, such as QGIS, SQL and HTML, for words of the layer language. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  text: ['string', 'str', 'char', 'varchar', 'character varying', 'texte', 'chaîne'],
  integer: ['int', 'int32', 'int64', 'integer64', 'long', 'bigint', 'smallint', 'entier'],
  number: ['double', 'double precision', 'real', 'float', 'decimal', 'numeric', 'décimal', 'réel'],
  boolean: ['bool', 'yes/no', 'logical'],
  date: ['datetime', 'date-time', 'timestamp'],
  fill: ['polygon', 'multipolygon', 'area', 'surface'],
  circle: ['point', 'multipoint', 'marker', 'dot'],
  line: ['linestring', 'multilinestring', 'polyline', 'stroke'],
  symbol: ['label', 'labels', 'text', 'icon'],
  raster: ['image', 'picture', 'tif', 'tiff', 'geotiff'],
  polygon: ['multipolygon', 'area', 'fill', 'surface'],
  point: ['multipoint', 'circle', 'marker', 'dot'],
  'long-text': ['textarea', 'multiline', 'memo'],
  choice: ['select', 'dropdown', 'list', 'radio'],
  email: ['mail', 'e-mail'],
  comma: [',', 'virgule', 'komma'],
  'windows-1252': ['ansi', 'latin1', 'latin-1', 'iso-8859-1', 'iso-8859-15', 'cp1252', '1252'],
  'utf-8': ['utf8', 'unicode', 'utf-8-bom'],
  'dd/mm/yyyy': ['jj/mm/aaaa', 'dd/mm/aaaa', 'dd.mm.yyyy', 'tt.mm.jjjj', 'dd-mm-yyyy', 'd/m/y'],
  'mm/dd/yyyy': ['mm/jj/aaaa', 'm/d/y'],
  iso: ['yyyy-mm-dd', 'aaaa-mm-jj', 'jjjj-mm-tt', 'iso8601', 'iso-8601'],
};

/** Returns the allowed word that has this name in other programs. */
export function ownName(found: string, allowed: readonly string[]): string | undefined {
  const name = found.toLowerCase();
  return allowed.find((word) => OTHER_NAMES[word]?.includes(name));
}
