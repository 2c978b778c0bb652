/** What a style layer draws. Ids of owners are kebab-case, so that `/` separates. */
export interface StyleLayerName {
  /** `hosted` is a layer of a hosted style document; its `sublayer` is the id in there. */
  readonly kind: 'group' | 'base' | 'hillshade' | 'hosted';
  /** Id of the group or base layer; for the hillshade any constant. */
  readonly owner: string;
  readonly sublayer: string;
}

const KINDS: readonly string[] = ['group', 'base', 'hillshade', 'hosted'];

/** The id of a style layer, the link from the map back to what is declared. */
export function styleLayerId({ kind, owner, sublayer }: StyleLayerName): string {
  return `${kind}/${owner}/${sublayer}`;
}

/** Reads a style layer's id; null for layers that are not of the atlas. Inverse of `styleLayerId`. */
export function parseStyleLayerId(id: string): StyleLayerName | null {
  const first = id.indexOf('/');
  const second = id.indexOf('/', first + 1);
  if (first < 0 || second < 0) return null;
  const kind = id.slice(0, first);
  if (!KINDS.includes(kind)) return null;
  const owner = id.slice(first + 1, second);
  return { kind: kind as StyleLayerName['kind'], owner, sublayer: id.slice(second + 1) };
}
