import { expect, it } from 'vitest';
import { AreaStore, type ChosenArea } from '../../../app/stores/places/area-store.ts';

const square = (size: number): ChosenArea['geometry'] => ({
  type: 'Polygon',
  coordinates: [[[0, 0], [size, 0], [size, size], [0, 0]]], // prettier-ignore
});
const TRACK: ChosenArea = { geometry: square(1), origin: 'import', name: 'Track' };

it('keeps the area when the drawing of another one is cancelled, also after a change of the form', () => {
  const area = new AreaStore();
  area.set(TRACK);
  area.draw('rectangle');
  expect(area.area).toBeNull();
  area.draw('polygon');
  area.stop();
  expect(area.area).toBe(TRACK);
});

it('has the new area when the drawing is finished, and none after it was removed', () => {
  const area = new AreaStore();
  area.set(TRACK);
  area.draw('rectangle');
  area.set({ geometry: square(2), origin: 'drawn' });
  area.stop();
  expect(area.area?.origin).toBe('drawn');
  area.set(null);
  area.stop();
  expect(area.area).toBeNull();
});
