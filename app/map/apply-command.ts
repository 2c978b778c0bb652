import type { Map as GlMap } from 'maplibre-gl';
import type { MapCommand } from '../../engine/runtime.ts';

export function applyCommand(map: GlMap, command: MapCommand): void {
  if ((command as any).type === 'set-style') map.setStyle((command as any).style, { diff: true });
}
