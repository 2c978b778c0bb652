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

interface Visit {
  readonly seen?: Readonly<Record<string, number>>;
  readonly search?: string;
  readonly hash?: string;
}

function visit(
  own: Partial<BundleNotice>,
  dismissed: Readonly<Record<string, number>> = {},
  { seen = {}, search = '', hash = '' }: Visit = {},
) {
  const index = { ...fixtureIndex('en'), notices: [notice(own)] };
  const address = { search, hash };
  const browser = { ...FIRST_VISIT, network: fixtureNetwork(), address, dismissed, seen };
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

describe('one line of the welcome notice', () => {
  const isLine = (visited: Visit, version = 1): boolean =>
    visit({ kind: 'welcome', version }, {}, visited).isLine({ phone: true });

  it('is enough for those who have seen this version', () => {
    const first = visit({ kind: 'welcome' });
    expect(first.isLine({ phone: true })).toBe(false);
    first.close(notice({}), { forever: false });
    const seen = Object.fromEntries(first.seen);
    expect(isLine({ seen })).toBe(true);
    expect(isLine({ seen }, 2)).toBe(false);
  });

  it.each([
    [{ hash: '#7/3/12' }, true],
    [{ search: '?project=delta' }, true],
    [{ search: '?lang=fr' }, false],
    [{ hash: '#' }, false],
  ])('is enough for those who follow a link to a view: %j, %s', (address, expected) => {
    expect(isLine(address)).toBe(expected);
  });

  it('is enough on a desktop, too, but not for those who follow a link there', () => {
    const desktop = { phone: false };
    const seen = visit({ kind: 'welcome' }, {}, { seen: { hello: 1 } });
    expect(seen.isLine(desktop)).toBe(true);
    expect(visit({ kind: 'welcome' }, {}, { hash: '#7/3/12' }).isLine(desktop)).toBe(false);
    seen.close(notice({}), { forever: seen.wasSeen });
    expect([seen.isLine(desktop), [...seen.dismissed]]).toEqual([false, [['hello', 1]]]);
  });

  it('does not replace the notice that is opened again', () => {
    const welcome = visit({ kind: 'welcome' }, {}, { seen: { hello: 1 } });
    welcome.reopen();
    expect(welcome.isLine({ phone: true })).toBe(false);
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
