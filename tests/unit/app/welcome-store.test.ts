import { describe, expect, it } from 'vitest';
import type { BundleNotice } from 'atlas-engine/runtime';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import { dayOf } from '../../../app/stores/page/welcome-store.ts';
import { fixtureIndex } from './fixture-bundle.ts';
import { FIRST_VISIT, fixtureNetwork } from './fixture-network.ts';

const notice = (own: Partial<BundleNotice>): BundleNotice => ({
  id: 'hello',
  kind: 'banner',
  version: 1,
  title: 'Hello',
  text: [],
  ...own,
});

function visit(own: Partial<BundleNotice>, dismissed: Readonly<Record<string, number>> = {}) {
  const index = { ...fixtureIndex('en'), notices: [notice(own)] };
  const address = { search: '', hash: '' };
  const browser = { ...FIRST_VISIT, network: fixtureNetwork(), address, dismissed };
  return new AtlasStore(index, browser).welcome;
}

describe('the welcome notice', () => {
  it('is open on the first visit, and on the next one unless it was dismissed', () => {
    const welcome = visit({ kind: 'welcome' });
    expect(welcome.isOpen).toBe(true);
    welcome.close(notice({}), { forever: false });
    expect([welcome.isOpen, welcome.dismissed.size]).toEqual([false, 0]);
    welcome.reopen();
    welcome.close(notice({}), { forever: true });
    expect(visit({ kind: 'welcome' }, Object.fromEntries(welcome.dismissed)).isOpen).toBe(false);
  });

  it('is shown again when it has a higher version', () => {
    expect(visit({ kind: 'welcome', version: 3 }, { hello: 2 }).isOpen).toBe(true);
    expect(visit({ kind: 'welcome', version: 3 }, { hello: 3 }).isOpen).toBe(false);
  });

  it('can be opened again after it was dismissed', () => {
    const welcome = visit({ kind: 'welcome' }, { hello: 1 });
    welcome.reopen();
    expect(welcome.isOpen).toBe(true);
    welcome.close(notice({}), { forever: false });
    expect([welcome.isOpen, welcome.dismissed.size]).toEqual([false, 0]);
  });
});

describe('a banner', () => {
  it.each([
    ['2026-11-22', undefined, 1],
    ['2026-11-23', undefined, 0],
    [undefined, '2026-11-22', 1],
    [undefined, '2026-11-21', 0],
    ['2026-11-01', '2026-11-30', 1],
  ])('from %s until %s is shown on 22 November %s times', (from, until, times) => {
    const days = { ...(from && { from }), ...(until && { until }) };
    expect(visit(days).banners).toHaveLength(times);
  });

  it('disappears when it is closed', () => {
    const welcome = visit({});
    welcome.close(notice({}), { forever: true });
    expect(welcome.banners).toEqual([]);
    expect(welcome.dismissed.get('hello')).toBe(1);
  });
});

it('counts days by the clock of the visitor', () => {
  expect(dayOf(new Date(2026, 0, 9, 23, 59))).toBe('2026-01-09');
});
