import { useEffect } from 'react';
import type { BundleBaseLayer, BundleIndex } from 'atlas-engine/runtime';
import { useAtlas } from './atlas-context.ts';
import { autorun } from 'mobx';

/** A token of this name says `light` or `dark` where the interface shall not follow the map. */
const INTERFACE_TOKEN = 'interface';

/**
 * The tokens of the theme as CSS custom properties for a base map, and the ground of the interface.
 * The interface follows the ground of the base map, unless the token `interface` says otherwise.
 */
export function interfaceTheme(
  tokens: BundleIndex['tokens'],
  base: Pick<BundleBaseLayer, 'id' | 'ground'>,
): { ground: 'light' | 'dark'; properties: ReadonlyMap<string, string> } {
  const wished = tokens[INTERFACE_TOKEN];
  const said = wished?.[base.id] ?? wished?.[base.ground];
  const ground = said === 'light' || said === 'dark' ? said : base.ground;
  const properties = new Map<string, string>();
  for (const [name, values] of Object.entries(tokens)) {
    const value = values[ground];
    if (typeof value === 'string' && name !== INTERFACE_TOKEN) properties.set(`--${name}`, value);
  }
  return { ground, properties };
}

/** Paints the interface in the colours of the atlas, anew when the base map changes. */
export function useInterfaceTheme(): void {
  const atlas = useAtlas();
  useEffect(
    () =>
      autorun(() => {
        const root = document.documentElement;
        const { ground, properties } = interfaceTheme(atlas.bundles.index.tokens, atlas.baseLayer);
        root.dataset['ground'] = ground;
        for (const [name, value] of properties) root.style.setProperty(name, value);
      }),
    [atlas],
  );
}
