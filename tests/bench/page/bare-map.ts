/** The map of `bare.html`: what a page needs to show a style with MapLibre, and nothing else. */
import { addProtocol, Map, setWorkerUrl } from 'maplibre-gl';
import { Protocol } from 'pmtiles';
import workerAddress from 'virtual:map-worker-address';

setWorkerUrl(workerAddress);
addProtocol('pmtiles', new Protocol().tile);
const map = new Map({
  container: 'map',
  style: '/bare-style.json',
  bounds: [5.5, -13.5, 31.3, 13.1],
  fitBoundsOptions: { padding: 32 },
  attributionControl: false,
  validateStyle: false,
  // The addresses in the style have no origin.
  transformRequest: (url) => ({ url: new URL(url, window.location.href).href }),
});
// The icons of the style are named by their addresses.
map.setMissingStyleImageResolver(async (id) => {
  const picture = new Image();
  picture.src = id;
  await picture.decode();
  map.addImage(id, picture);
});
Object.assign(window, { map });
