import { totalmem } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isSmall, memoryDefaults, memoryOfProcess } from '../../../../server/config/memory.ts';
import { SETTINGS } from '../../../../server/config/settings.ts';

const MEGABYTE = 1_048_576;
const GIGABYTE = 1_024 * MEGABYTE;

describe('the memory of the process', () => {
  it('is the limit of its control group', () => {
    expect(memoryOfProcess(512 * MEGABYTE, 24 * GIGABYTE)).toBe(512);
  });

  it.each([
    ['there is no control group', 0],
    ['the group has no limit, as version 1 of control groups writes it', 2 ** 64],
    ['the limit is above it', 64 * GIGABYTE],
  ])('is the memory of the machine if %s', (_, limit) => {
    expect(memoryOfProcess(limit, 24 * GIGABYTE)).toBe(24 * 1_024);
  });

  it('of this process is not more than the memory of this machine', () => {
    const found = memoryOfProcess();
    expect(found).toBeGreaterThan(64);
    expect(found).toBeLessThanOrEqual(totalmem() / MEGABYTE);
  });
});

describe('the sizes that follow from the memory', () => {
  it.each([
    [128, { tiles: 8, pictures: 4, read: 128, download: 128 }],
    [512, { tiles: 32, pictures: 16, read: 192, download: 192 }],
    [1_024, { tiles: 64, pictures: 32, read: 704, download: 512 }],
    [24_576, { tiles: 64, pictures: 32, read: 4_096, download: 512 }],
  ])('fit into %i MB', (megabytes, sizes) => {
    expect(memoryDefaults(megabytes)).toEqual(sizes);
  });

  it('never shrink when the memory grows', () => {
    let before = memoryDefaults(64);
    for (let megabytes = 65; megabytes < 9_000; megabytes += 7) {
      const sizes = memoryDefaults(megabytes);
      for (const key of ['tiles', 'pictures', 'read', 'download'] as const)
        expect(sizes[key], `${key} with ${megabytes} MB`).toBeGreaterThanOrEqual(before[key]);
      before = sizes;
    }
  });

  it('are the defaults of the settings', () => {
    const { tiles, pictures, read } = memoryDefaults(memoryOfProcess());
    expect(SETTINGS.tileMemory.absent).toBe(tiles);
    expect(SETTINGS.pictureMemory.absent).toBe(pictures);
    expect(SETTINGS.readMemory.absent).toBe(read);
  });

  it('make a start below 1 GB do one thing after the other', () => {
    expect([512, 1_023, 1_024, 8_192].map(isSmall)).toEqual([true, true, false, false]);
  });
});
