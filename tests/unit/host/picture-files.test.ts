import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pictureFacts } from '../../../host/config/picture-files.ts';

const XMLNS = 'xmlns="http://www.w3.org/2000/svg"';
const of = (text: string) => pictureFacts(Buffer.from(text));

describe('the facts about a picture', () => {
  test('recognises the icons of the shipped atlas, which have a size', () => {
    const icons = readdirSync('atlas.config/icons');
    expect(icons.length).toBeGreaterThan(0);
    for (const icon of icons)
      expect(pictureFacts(readFileSync(`atlas.config/icons/${icon}`))).toMatchObject({
        kind: 'svg',
        isSized: true,
      });
    const picture = readFileSync('atlas.config/base/thumbnails/dark.webp');
    expect(pictureFacts(picture)).toEqual({ kind: 'pixels' });
  });

  test('has the width and height of a PNG', () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000b4000000300806', 'hex');
    expect(pictureFacts(png)).toEqual({ kind: 'pixels', size: [180, 48] });
  });

  test.each([
    [`<svg ${XMLNS} width="24" height="24px"/>`, true],
    [`<svg ${XMLNS} width='24' viewBox='0 0 1 1'/>`, true],
    [`<svg ${XMLNS} style="width: 24px"/>`, true],
    [`<?xml version="1.0"?>\n<!-- a > b -->\n<svg ${XMLNS} width="100%" height="100%"/>`, false],
    [
      `<svg ${XMLNS} viewBox="0 0 24 24" stroke-width="2"><path width="3" height="4"/></svg>`,
      false,
    ],
    [`<svg ${XMLNS} width="24"/>`, false],
  ])('finds whether an SVG has a size: %s', (text, isSized) => {
    expect(of(text)).toMatchObject({ kind: 'svg', isSized });
  });

  test.each([
    ['', 'empty'],
    ['a note', 'text'],
    ['<!DOCTYPE html>\n<html lang="en"></html>', 'html'],
    ['<kml xmlns="x"></kml>', 'xml'],
    ['<svg viewBox="0 0 24 24"></svg>', 'svg-without-namespace'],
    ['II*\0', 'unknown'],
  ])('recognises other files: %j', (text, what) => {
    expect(of(text)).toEqual({ kind: 'other', what });
  });
});
