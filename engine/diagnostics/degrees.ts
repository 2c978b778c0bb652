/** One part of an angle: degrees, minutes or seconds. */
const PART = String.raw`(\d{1,3}(?:[.,]\d+)?)`;
/** Signs after degrees, minutes and seconds, as people and programs write them. */
const [DEGREES, MINUTES, SECONDS] = ['[°º˚d:]', "['′’´m:]", `(?:["″”s]|''|′′|’’)`];
/** A direction in English or French: `N`, `nord`, `O` for `ouest` … */
const DIRECTION = '(?:north|south|east|west|nord|sud|est|ouest|[NSEWO])';

const ANGLE = new RegExp(
  `^([+-]|${DIRECTION}(?![a-z]))?\\s*${PART}\\s*(${DEGREES})?` +
    `(?:\\s*${PART}\\s*${MINUTES}?(?:\\s*${PART}\\s*${SECONDS}?)?)?\\s*(${DIRECTION})?$`,
  'i',
);

/**
 * Returns the decimal degrees of a text in degrees, minutes and seconds, such as `4°15'30"N` or
 * `4 15 30 N`, with six decimals; undefined for numbers and other texts.
 */
export function degreesFrom(text: string): number | undefined {
  const [, front = '', degrees = '', sign, minutes, seconds, back = ''] =
    ANGLE.exec(text.trim()) ?? [];
  const isMarked = sign !== undefined || seconds !== undefined || /[a-z]/i.test(front + back);
  const [d = NaN, m = 0, s = 0] = [degrees, minutes, seconds].map((part) =>
    part === undefined ? 0 : Number(part.replace(',', '.')),
  );
  if (degrees === '' || !isMarked || d > 180 || m >= 60 || s >= 60) return undefined;
  const isNegative = front === '-' || /^[swo]/i.test(front) || /^[swo]/i.test(back);
  const angle = Math.round((d + m / 60 + s / 3600) * 1e6) / 1e6;
  return isNegative ? -angle : angle;
}

/** Returns the first coordinate in degrees, minutes and seconds in a line of text. */
export function degreesIn(line: string): string | undefined {
  return line
    .split(/[,;\t]/)
    .map((cell) => cell.trim().replaceAll('""', '"').replace(/^"/, ''))
    .find((cell) => /[°º˚'′’]/.test(cell) && degreesFrom(cell) !== undefined);
}
