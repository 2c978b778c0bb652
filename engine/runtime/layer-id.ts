/** The parts of a style layer's id. Ids of owners do not contain `/`, which is the separator. */
export interface StyleLayerName {
  /** `hosted` is a layer of a hosted style; `sublayer` is its id in that style. */
  readonly kind: 'group' | 'base' | 'hillshade' | 'hosted' | 'project' | 'area';
  /** Id of the group, base layer or project; for the hillshade and the chosen area, a constant. */
  readonly owner: string;
  readonly sublayer: string;
}

const KINDS: readonly string[] = ['group', 'base', 'hillshade', 'hosted', 'project', 'area'];

/** Returns the id of a style layer. */
export function styleLayerId({ kind, owner, sublayer }: StyleLayerName): string {
  return `${kind}/${owner}/${sublayer}`;
}

/**
 * Parses the id of a style layer; null for layers that do not belong to the atlas. Inverse of
 * `styleLayerId`.
 */
export function parseStyleLayerId(id: string): StyleLayerName | null {
  const first = id.indexOf('/');
  const second = id.indexOf('/', first + 1);
  if (first < 0 || second < 0) return null;
  const kind = id.slice(0, first);
  if (!KINDS.includes(kind)) return null;
  const owner = id.slice(first + 1, second);
  return { kind: kind as StyleLayerName['kind'], owner, sublayer: id.slice(second + 1) };
}
