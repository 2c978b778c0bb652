/**
 * Distances between colours for readers with any colour vision, computed from published formulas.
 */

/** Red, green and blue of sRGB, 0 to 1, gamma-encoded. */
export type Rgb = readonly [red: number, green: number, blue: number];

export type Vision = 'normal' | 'protan' | 'deutan' | 'tritan';
export const VISIONS: readonly Vision[] = ['normal', 'protan', 'deutan', 'tritan'];

/**
 * Matrices that simulate the full loss of a cone in linear RGB, row by row (Machado, Oliveira and
 * Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009,
 * severity 1).
 */
const MACHADO: Readonly<Record<Exclude<Vision, 'normal'>, readonly (readonly number[])[]>> = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Parses `#rgb` or `#rrggbb`; throws for anything else. */
export function parseColour(text: string): Rgb {
  const digits = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(text);
  if (!digits) throw new Error(`\`${text}\` is not a hexadecimal colour.`);
  const hex = digits[2] ?? [...digits[1]!].map((digit) => digit + digit).join('');
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [part(0), part(2), part(4)];
}

/** Blends a translucent colour over an opaque one; `opacity` is 0 to 1. */
export function layOver(colour: Rgb, opacity: number, ground: Rgb): Rgb {
  const mix = (i: 0 | 1 | 2): number => colour[i] * opacity + ground[i] * (1 - opacity);
  return [mix(0), mix(1), mix(2)];
}

/** Returns the CIEDE2000 distance of two colours for a colour vision. */
export function distance(one: Rgb, other: Rgb, vision: Vision = 'normal'): number {
  return ciede2000(labOf(seenLinear(one, vision)), labOf(seenLinear(other, vision)));
}

/** Returns the WCAG 2 contrast ratio, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = linearOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function seenLinear(colour: Rgb, vision: Vision): Rgb {
  const linear = linearOf(colour);
  if (vision === 'normal') return linear;
  const [red, green, blue] = MACHADO[vision].map((row) =>
    Math.min(1, Math.max(0, row[0]! * linear[0] + row[1]! * linear[1] + row[2]! * linear[2])),
  );
  return [red!, green!, blue!];
}

function linearOf([red, green, blue]: Rgb): Rgb {
  const linear = (value: number): number =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  return [linear(red), linear(green), linear(blue)];
}

/** Converts linear sRGB to CIELAB, white point D65. */
function labOf([red, green, blue]: Rgb): Rgb {
  const f = (t: number): number =>
    t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 / 116) * t + 4 / 29;
  const x = f((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047);
  const y = f(0.2126729 * red + 0.7151522 * green + 0.072175 * blue);
  const z = f((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/**
 * Returns CIEDE2000 of two CIELAB colours (Sharma, Wu and Dalal 2005; it reproduces their test
 * pairs).
 */
export function ciede2000(one: Rgb, other: Rgb): number {
  const [l1, a1, b1] = one;
  const [l2, a2, b2] = other;
  const chroma = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const grey = 0.5 * (1 - Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)));
  const c1 = Math.hypot(a1 * (1 + grey), b1);
  const c2 = Math.hypot(a2 * (1 + grey), b2);
  const h1 = hue(a1 * (1 + grey), b1);
  const h2 = hue(a2 * (1 + grey), b2);
  let turn = c1 * c2 === 0 ? 0 : h2 - h1;
  if (turn > 180) turn -= 360;
  else if (turn < -180) turn += 360;
  const dHue = 2 * Math.sqrt(c1 * c2) * sin(turn / 2);
  const l = (l1 + l2) / 2;
  const c = (c1 + c2) / 2;
  const h = c1 * c2 === 0 ? h1 + h2 : meanHue(h1, h2);
  const t =
    1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63);
  const byLight = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const byChroma = (c2 - c1) / (1 + 0.045 * c);
  const byHue = dHue / (1 + 0.015 * c * t);
  const blue = 2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const rotation = -sin(60 * Math.exp(-(((h - 275) / 25) ** 2))) * blue;
  return Math.sqrt(byLight ** 2 + byChroma ** 2 + byHue ** 2 + rotation * byChroma * byHue);
}

function meanHue(one: number, other: number): number {
  const sum = one + other;
  if (Math.abs(one - other) <= 180) return sum / 2;
  return (sum < 360 ? sum + 360 : sum - 360) / 2;
}

/** Returns the hue in degrees, 0 to 360. */
function hue(a: number, b: number): number {
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  return degrees < 0 ? degrees + 360 : degrees;
}

function sin(degrees: number): number {
  return Math.sin((degrees * Math.PI) / 180);
}

function cos(degrees: number): number {
  return Math.cos((degrees * Math.PI) / 180);
}
