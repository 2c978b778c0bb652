import { describe, expect, it } from 'vitest';
import type { AtlasBundle } from 'atlas-engine/runtime';
import { generalCautions } from '../../../app/ui/legend/general-cautions.ts';

type Given = Pick<AtlasBundle, 'categories' | 'groups' | 'locale'>;

/** Makes categories of groups, each with the text of its caution. */
function bundleOf(categories: Readonly<Record<string, readonly string[]>>): Given {
  const groups: Record<string, unknown> = {};
  const listed = Object.entries(categories).map(([id, texts]) => ({
    id,
    name: id,
    groups: texts.map((text, at) => {
      const caution = [{ type: 'paragraph', content: [{ text }] }];
      groups[`${id}-${at}`] = { info: text === '' ? {} : { caution } };
      return { id: `${id}-${at}`, name: id, order: at };
    }),
  }));
  return { categories: listed, groups, locale: 'en' } as unknown as Given;
}

describe('general cautions', () => {
  it('are the first sentences that groups of two categories share', () => {
    const given = bundleOf({
      people: ['Data may lack. Here.', 'Only people.'],
      plans: ['Data may lack. There.', ''],
      roads: ['Do not navigate.', 'Do not navigate.'],
    });
    expect([...generalCautions(given)]).toEqual(['Data may lack.']);
  });

  it('are none without cautions', () => {
    expect(generalCautions(bundleOf({ people: [''], plans: [''] })).size).toBe(0);
  });
});
