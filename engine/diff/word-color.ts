/** The hue in degrees up to which a colour has a name. */
const HUES: readonly (readonly [upTo: number, name: string])[] = [
  [15, 'red'],
  [45, 'orange'],
  [70, 'yellow'],
  [165, 'green'],
  [200, 'turquoise'],
  [255, 'blue'],
  [290, 'violet'],
  [345, 'pink'],
  [360, 'red'],
];

/** The lightness from 0 to 1 up to which a colour without a hue has a name. */
const GREYS: readonly (readonly [upTo: number, name: string])[] = [
  [0.08, 'black'],
  [0.35, 'dark grey'],
  [0.75, 'grey'],
  [0.95, 'pale grey'],
  [1, 'white'],
];

/** Returns a colour `#rrggbb` or `#rrggbbaa` in words, such as `dark blue (#123456)`; undefined for other texts. */
export function wordColor(text: string): string | undefined {
  if (!/^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i.test(text)) return undefined;
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);
  return `${nameOf(red!, green!, blue!)} (${text})`;
}

function nameOf(red: number, green: number, blue: number): string {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const lightness = (most + least) / 2;
  const spread = most - least;
  if (spread < 0.08) return GREYS.find(([upTo]) => lightness <= upTo)![1];
  const sector =
    most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  const hue = HUES.find(([upTo]) => sector * 60 <= upTo)![1];
  return lightness > 0.8 ? `pale ${hue}` : lightness < 0.3 ? `dark ${hue}` : hue;
}
