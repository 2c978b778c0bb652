import { Map, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'virtual:map-worker-address';
setWorkerUrl(workerUrl);
export function start() {
  const map = new Map({ container: 'map', style: { version: 8, sources: {}, layers: [] } });
  map.on('idle', () => { document.title = 'idle'; });
}
