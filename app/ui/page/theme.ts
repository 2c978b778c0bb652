import { useEffect } from 'react';
import type { BundleBaseLayer, BundleIndex } from 'atlas-engine/runtime';
import { useAtlas } from '../common/atlas-context.ts';
import { autorun } from 'mobx';

/** The token that gives the interface a `light` or `dark` ground, independent of the base map. */
const INTERFACE_TOKEN = 'interface';

/**
 * Returns the tokens of the theme as CSS custom properties, and the ground of the interface. The
 * interface has the ground of the base map, unless the token `interface` sets another.
 */
export function interfaceTheme(
  tokens: BundleIndex['tokens'],
  base: Pick<BundleBaseLayer, 'id' | 'ground'>,
): { ground: 'light' | 'dark'; properties: ReadonlyMap<string, string> } {
  const grounds = tokens[INTERFACE_TOKEN];
  const named = grounds?.[base.id] ?? grounds?.[base.ground];
  const ground = named === 'light' || named === 'dark' ? named : base.ground;
  const properties = new Map<string, string>();
  for (const [name, values] of Object.entries(tokens)) {
    const value = values[ground];
    if (typeof value === 'string' && name !== INTERFACE_TOKEN) properties.set(`--${name}`, value);
  }
  return { ground, properties };
}

/** Applies the colours of the theme, and updates them when the base map changes. */
export function useInterfaceTheme(): void {
  const atlas = useAtlas();
  useEffect(
    () =>
      autorun(() => {
        const root = document.documentElement;
        const { ground, properties } = interfaceTheme(
          atlas.bundles.index.tokens,
          atlas.bases.current,
        );
        root.dataset['ground'] = ground;
        for (const [name, value] of properties) root.style.setProperty(name, value);
      }),
    [atlas],
  );
}
