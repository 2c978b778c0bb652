import { describe, expect, it } from 'vitest';
import { areaAround, boundsOfWindow } from '../../../app/stores/places/area-around-view.ts';

describe('the area of the legend', () => {
  const view = [10, 0, 14, 2] as const;

  it('is larger than the view by a tenth on each side', () => {
    expect(areaAround(view, null)).toEqual([9.6, -0.2, 14.4, 2.2]);
  });

  it('stays while the map moves a little or zooms in a little', () => {
    const area = areaAround(view, null);
    expect(areaAround([10.3, 0.1, 14.3, 2.1], area)).toBe(area);
    expect(areaAround([10.5, 0.3, 13, 1.5], area)).toBe(area);
  });

  it('follows the map when it moves out of the area, or zooms further in', () => {
    const area = areaAround(view, null);
    expect(areaAround([11, 0, 15, 2], area)).toEqual([10.6, -0.2, 15.4, 2.2]);
    expect(areaAround([11, 0.5, 13, 1.5], area)).toEqual([10.8, 0.4, 13.2, 1.6]);
  });

  it('begins with what a large window shows of the view of the address', () => {
    const [west, south, east, north] = boundsOfWindow({ zoom: 6, lng: 12, lat: 0 });
    expect([west, east]).toEqual([12 - 8.7890625, 12 + 8.7890625]);
    expect(north - south).toBeCloseTo(10.986, 3);
  });
});
