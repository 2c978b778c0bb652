import { describe, expect, it } from 'vitest';
import { parseXml } from '../../../../app/tools/import/read/parse-xml.ts';
import { readRows } from '../../../../app/tools/import/read/read-rows.ts';

describe('XML of a visitor', () => {
  it('has its elements, attributes, texts and sections', () => {
    const [item] = parseXml(
      '<?xml version="1.0"?><!-- a --><k:a xmlns:k="u" n=\'1 &lt; 2\'><k:b>x &amp; &#233;&#xe9;</k:b><c/><k:b><![CDATA[<i>&amp;</i>]]></k:b></k:a>',
    ).getElementsByTagName('k:a');
    expect(item!.getAttribute('n')).toBe('1 < 2');
    expect(item!.getElementsByTagNameNS('u', 'b').map(({ textContent }) => textContent)).toEqual([
      'x & éé',
      '<i>&amp;</i>',
    ]);
    expect(item!.childNodes.map(({ nodeName }) => nodeName)).toEqual(['k:b', 'c', 'k:b']);
    expect(item!.childNodes.item(2)!.nodeName).toBe('k:b');
  });

  it.each([
    '<a><b></a></b>',
    '<a>',
    '</a>',
    '<a/><b/>',
    'text',
    '<a>&unknown;</a>',
    '<a>&#x110000;</a>',
    '<a b=c/>',
    '<a><!-- no end</a>',
    '<a>'.repeat(300) + '</a>'.repeat(300),
  ])('that is not well-formed is refused: %.20s', (text) => {
    expect(() => parseXml(text)).toThrow('damaged');
  });

  it('with ten thousand angles that open nothing is refused at once', () => {
    const start = performance.now();
    for (const part of ['<', '<a ', '<!--', '<![CDATA[', '<a b="'])
      expect(() => parseXml(`<a>${part.repeat(10_000)}`)).toThrow('damaged');
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('a table in CSV', () => {
  it('has quotes, breaks and separators in its cells', () => {
    const text = 'a,b\r\n"1, 2","say ""x"""\n\n"two\nlines",0°15\'00"S\r3,';
    expect(readRows(text, ',')).toEqual([
      ['a', 'b'],
      ['1, 2', 'say "x"'],
      ['two\nlines', '0°15\'00"S'],
      ['3', ''],
    ]);
  });

  it('with a quote that does not end is refused', () => {
    expect(() => readRows('a,b\n"1,2\n3,4\n', ',')).toThrow('damaged');
  });
});
