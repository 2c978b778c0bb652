import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it } from 'vitest';
import { AtlasStore } from '../../../app/stores/atlas-store.ts';
import { AtlasProvider } from '../../../app/ui/common/atlas-context.ts';
import { FeaturePanel } from '../../../app/ui/panels/feature-panel.tsx';
import { GroupFacts } from '../../../app/ui/panels/group-facts.tsx';
import { LayerList } from '../../../app/ui/layers/layer-list.tsx';
import { LegendList } from '../../../app/ui/legend/legend-list.tsx';
import { ProjectHead } from '../../../app/ui/projects/project-picker.tsx';
import { Ramp } from '../../../app/ui/legend/ramp.tsx';
import type { FeatureHit } from 'atlas-engine/runtime';
import { fixtureIndex } from './fixture-bundle.ts';
import { FIRST_VISIT, fixtureNetwork } from './fixture-network.ts';

let atlas: AtlasStore;

const open = async (hash = '', locale: 'en' | 'fr' = 'en'): Promise<void> => {
  atlas = new AtlasStore(fixtureIndex(locale), {
    ...FIRST_VISIT,
    network: fixtureNetwork(),
    address: { search: '', hash },
  });
  await atlas.start(locale);
  await new Promise((resolve) => setTimeout(resolve));
};

/** Renders a component as HTML. */
const draw = (component: ReactNode): string =>
  renderToStaticMarkup(<AtlasProvider value={atlas}>{component}</AtlasProvider>);

/** Returns the text of HTML without its elements. */
const words = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** Returns the row of one group in the list. */
const row = (id: string): string => {
  const [, after = ''] = draw(<LayerList />).split(`data-group="${id}"`);
  return after.split('</li>')[0] ?? '';
};

describe('the layer list', () => {
  beforeEach(() => open());

  it('has a labelled checkbox for each open group', () => {
    const [, id] = /<input type="checkbox" id="([^"]+)"/.exec(row('land')) ?? [];
    expect(id).toBeDefined();
    expect(row('land')).toContain(`<label for="${id}">Land cover</label>`);
    expect(row('land')).not.toContain('checked');
    expect(row('harbours')).toContain('checked');
  });

  it('counts what is active in each category', () => {
    expect(words(draw(<LayerList />))).toContain('0 of 2 active');
    atlas.catalogue.toggle('land');
    expect(words(draw(<LayerList />))).not.toContain('0 of 2 active');
  });

  it('has one line for locked groups on a phone, below the others', () => {
    atlas.ui.setPhone(true);
    const html = draw(<LayerList />);
    expect(html).not.toContain('data-group="wrecks"');
    expect(words(html)).toMatch(/Harbours.* 1 layer with restricted access/);
  });

  it('has a filter on a phone only at full height, or while something is filtered', () => {
    const hasFilter = (): boolean => draw(<LayerList />).includes('type="search"');
    atlas.ui.setPhone(true);
    atlas.ui.setSheet('half');
    expect(hasFilter()).toBe(false);
    atlas.ui.setSheet('full');
    expect(hasFilter()).toBe(true);
    atlas.ui.setSheet('half');
    atlas.ui.setFilter('harb');
    expect(hasFilter()).toBe(true);
  });

  it('has a lock, a way to get access and no checkbox for a locked group', () => {
    expect(row('wrecks')).not.toContain('<input');
    // A screen reader says it once.
    expect(words(row('wrecks')).split('Restricted data.')).toHaveLength(2);
    expect(row('wrecks')).toContain('aria-label="How to get access: Wrecks"');
    // What the group declares itself.
    expect(row('wrecks')).toContain('aria-label="About Wrecks"');
    expect(row('wrecks')).toContain('<circle');
  });

  it('shows the zoom from which a group is visible', () => {
    atlas.map.moved({ zoom: 5, lat: 0, lng: 0 }, 1, false);
    expect(words(row('depth'))).toContain('Visible from zoom level 7. Zoom in');
    atlas.map.moved({ zoom: 8, lat: 0, lng: 0 }, 1, false);
    expect(words(row('depth'))).not.toContain('Visible');
  });

  it('shows opacity, order and removal for an unfolded group only', () => {
    expect(row('harbours')).not.toContain('Opacity');
    atlas.ui.toggleRow('harbours');
    expect(row('harbours')).toContain('aria-label="Opacity of Harbours"');
    expect(row('harbours')).toContain('aria-label="Remove Harbours"');
    expect(row('land')).not.toContain('Opacity');
  });

  it('filters without accents and reports the number of results', () => {
    atlas.ui.setFilter('HÄRB');
    expect(words(draw(<LayerList />))).toContain('1 layer found');
    expect(draw(<LayerList />)).not.toContain('data-group="land"');
    atlas.ui.setFilter('zzz');
    expect(words(draw(<LayerList />))).toContain('No layers match “zzz”.');
  });

  it('filters by keywords, and names the one that matches', () => {
    atlas.search.learn(new Map([['harbours', 'mooring, shelter']]), (words, text) =>
      words.split(', ').find((word) => text.startsWith(word)),
    );
    atlas.ui.setFilter('shelters');
    expect(words(row('harbours'))).toContain('Harbours shelter');
    expect(row('land')).toBe('');
    atlas.ui.setFilter('harb');
    expect(words(row('harbours'))).not.toContain('shelter');
  });

  it('filters by aliases of groups and projects', () => {
    atlas.ui.setFilter('ports');
    expect(draw(<LayerList />)).toContain('data-group="harbours"');
    expect(draw(<LayerList />)).not.toContain('data-group="land"');
    atlas.ui.setFilter('old-delta');
    expect(draw(<LayerList />)).toContain('data-project="delta"');
  });

  it('unfolds the settings of a group with `open` at first, and folds them', () => {
    atlas.catalogue.toggle('land');
    expect(row('land')).toContain('aria-label="Opacity of Land cover"');
    atlas.ui.toggleRow('land');
    expect(row('land')).not.toContain('Opacity');
  });

  it('shows beside a group that its data could not be loaded', () => {
    atlas.map.setSource('harbours', 'failed');
    expect(words(row('harbours'))).toContain('The data could not be loaded. Try again');
    expect(words(row('land'))).not.toContain('could not be loaded');
  });

  it('unfolds a story under its category: texts, link, groups and a button that opens it', () => {
    const story = (): string => draw(<LayerList />).split('data-project="delta"')[1] ?? '';
    expect(words(story())).toMatch(/The delta 1\/3/);
    expect(words(story())).not.toContain('Paragraph 1');
    atlas.ui.toggleRow('story/delta');
    expect(words(story())).toMatch(
      /Paragraph 1 .*Paragraph 2 .*Paragraph 3 .*Show on the map The delta plan .*Land cover .*Wrecks .*Harbours/,
    );
    expect(story()).toContain('href="https://delta.example.org"');
  });

  it('shows an open story only at the top of the list', () => {
    atlas.projects.choose('delta');
    expect(draw(<LayerList />)).not.toContain('data-project="delta"');
    expect(words(draw(<LayerList />))).toMatch(/The delta 3 of 3|The delta 2\/3/);
  });

  it('lists the copy of the open project in place of its group, also while both are on the map', async () => {
    const copy =
      'projects: [{ id: bay, order: 2, name: { all: The bay }, category: coast, extent: [1, 1, 4, 3], clip: [harbours], texts: [{ all: One }, { all: Two }, { all: Three }] }]';
    atlas = new AtlasStore(fixtureIndex('en', copy), {
      ...FIRST_VISIT,
      network: fixtureNetwork(),
      address: { search: '?project=bay', hash: '#layers=bay-harbours,harbours' },
    });
    const listed = (): string[] =>
      [...draw(<LayerList />).matchAll(/data-group="([\w-]*harbours)"/g)].map(([, id]) => id!);
    expect(listed()).toEqual(['bay-harbours']);
    atlas.catalogue.remove('bay-harbours');
    expect(listed()).toEqual(['bay-harbours']);
    atlas.map.setProject(null);
    expect(listed()).toEqual(['harbours']);
  });

  it('names the countries of a group that does not cover the whole region', () => {
    expect(row('harbours')).not.toContain('chip');
    expect(words(row('depth'))).toContain('MI Data for: Middle isles');
  });
});

describe('the head of the panel', () => {
  beforeEach(() => open());

  it('shows the picker above the story of the open project, to choose another one', () => {
    expect(words(draw(<ProjectHead />))).toMatch(/^ Project Whole region $/);
    atlas.projects.choose('delta');
    expect(words(draw(<ProjectHead />))).toMatch(/^ Project The delta .*The delta Paragraph 1/);
    atlas.ui.setPickerOpen(true);
    expect(draw(<ProjectHead />)).toContain('aria-current="true"');
  });
});

describe('the legend', () => {
  it('offers to choose layers when none are selected', async () => {
    await open('#layers=');
    expect(words(draw(<LegendList />))).toMatch(/No layers selected .* Choose layers/);
  });

  it('is in the order of the map, with a label for each colour', async () => {
    await open('#layers=land,harbours');
    expect(words(draw(<LegendList />))).toMatch(/Land cover .*Forest .*Fields .*Heath .*Harbours/);
    atlas.catalogue.move('harbours', -1);
    expect(words(draw(<LegendList />))).toMatch(/Harbours .*Land cover/);
  });

  it('marks demonstration data among others', async () => {
    await open('#layers=harbours,land');
    expect(words(draw(<LegendList />)).match(/Demonstration data/g)).toHaveLength(1);
  });
});

describe('the panel of a selected object', () => {
  const hit = (id: string, name: string): FeatureHit => ({
    group: 'harbours',
    sublayer: 'point',
    source: 'harbours',
    dataset: 'harbours',
    id,
    properties: { name, boats: 1346, founded: '1924-03-14' },
    geometry: { type: 'Point' },
  });

  it('shows the name of the object, then its layer, and pages through several', async () => {
    await open();
    atlas.side.select([hit('1', 'Erindo'), hit('2', 'Kolu')]);
    expect(words(draw(<FeaturePanel />))).toMatch(
      /Erindo Harbours · Demonstration data .*1 of 2 objects here/,
    );
    atlas.side.showHit(1);
    expect(words(draw(<FeaturePanel />))).toMatch(/Kolu .*2 of 2 objects here/);
  });

  it("formats numbers and dates in the reader's language", async () => {
    await open('', 'fr');
    atlas.side.select([hit('1', 'Erindo')]);
    expect(words(draw(<FeaturePanel />)).replace(/[\u00a0\u202f]/g, ' ')).toMatch(
      /Bateaux 1 346 bateaux Fondé 14 mars 1924/,
    );
  });

  it.each(['<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '"><svg onload=a()>'])(
    'escapes %s',
    async (payload) => {
      await open();
      atlas.side.select([hit('1', payload)]);
      const html = draw(<FeaturePanel />);
      expect(html).not.toContain(payload);
      const escaped = payload
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;');
      expect(html).toContain(`<h2 tabindex="-1">${escaped}</h2>`);
    },
  );
});

describe('the information of a group', () => {
  const drawInfo = (id: string): string => {
    atlas.side.toggleInfo(id);
    return draw(<GroupFacts />);
  };

  it('has description, coverage, provider, date and licence', async () => {
    await open();
    expect(words(drawInfo('harbours'))).toMatch(
      /Harbours counted from the sea .*Northern isles.*Archipelago survey.*May 2024.*CC BY 4\.0/,
    );
  });

  it('has the paragraphs and the link of the only project that shows the group', async () => {
    await open();
    const html = drawInfo('harbours');
    expect(words(html)).toMatch(/The delta Paragraph 1 .* Paragraph 2 .* Paragraph 3 /);
    expect(html).toContain('href="https://delta.example.org"');
  });

  it('has the terms of use of its data, which unfold', async () => {
    await open();
    const html = drawInfo('harbours');
    expect(html).toContain('<details class="terms"><summary>Rules of the landowners</summary>');
    expect(words(html)).toContain('Do not pass the data on.');
  });

  it('shows only public information of a locked group', async () => {
    await open();
    const text = words(drawInfo('wrecks'));
    expect(text).toContain('Northern isles, Middle isles');
    expect(text).not.toContain('survey');
  });
});

describe('the legend', () => {
  it('says that a layer is being loaded, not that none is active', async () => {
    await open();
    for (const { id } of atlas.shown.active) atlas.catalogue.toggle(id);
    expect(words(draw(<LegendList />))).toContain('No layers selected');
    atlas.catalogue.toggle('land');
    expect(atlas.groups.status('land')).toBe('loading');
    const text = words(draw(<LegendList />));
    expect(text).toContain('Loading Land cover');
    expect(text).not.toContain('No layers selected');
  });
});

describe('the legend of a ramp', () => {
  it('has its ends with all decimals, in the language', async () => {
    await open('', 'fr');
    const stops = [
      [0.18, '#FBE9C8'],
      [0.00425, '#2A84C8'],
    ] as const;
    expect(words(draw(<Ramp symbol={{ type: 'ramp', stops }} label="Indice" />))).toContain(
      '0,18 Indice 0,00425',
    );
  });
});
