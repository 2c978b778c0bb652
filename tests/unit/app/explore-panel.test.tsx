import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { AtlasProvider } from '../../../app/ui/common/atlas-context.ts';
import { AreaCards } from '../../../app/tools/explore/area-cards.tsx';
import { AreaView } from '../../../app/tools/explore/area-view.tsx';
import { feature, openAreas, openExplore, page } from './explore-fixture.ts';

type Opened = ReturnType<typeof openExplore>;

/** Returns the HTML of the panel, and its text without elements. */
function draw({ atlas, store }: Opened): { readonly html: string; readonly words: string } {
  const card = store.cards.find(({ area }) => area === store.chosen);
  const panel = card ? <AreaView store={store} card={card} /> : <AreaCards store={store} />;
  const html = renderToStaticMarkup(<AtlasProvider value={atlas}>{panel}</AtlasProvider>);
  return { html, words: html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ') };
}

/** Opens the tool with its areas, and chooses the first. */
async function openFirst(): Promise<Opened> {
  const opened = await openAreas();
  opened.store.choose(opened.store.cards[0]!.area);
  return opened;
}

describe('the cards of Explore', () => {
  it('say that they are loading, and can be cancelled', () => {
    const opened = openExplore();
    expect(draw(opened).words).toContain('Loading the areas Cancel');
    opened.store.list?.cancel();
    expect(draw(opened).words).toContain('You cancelled this. Try again');
    expect(draw(opened).html).not.toContain('spin');
  });

  it.each([
    ['offline', 'The server could not be reached. Check the connection and try again. Try again'],
    ['timeout', 'The server took too long to answer. Try again. Try again'],
    ['unauthorized', 'Log in again and retry. Try again Log in'],
  ] as const)('say what failed (%s), and how to go on', async (failure, sentence) => {
    const opened = openExplore();
    await opened.network.to('samples')[0]!.answer(failure);
    expect(draw(opened).words).toContain(sentence);
    expect(draw(opened).html).not.toContain('spin');
  });

  it('say that there are no areas', async () => {
    const opened = openExplore();
    await opened.network.to('samples')[0]!.answer(page([]));
    expect(draw(opened).words).toContain('This atlas has no sample areas yet.');
  });

  it('say that no area matches, and offer all', async () => {
    const opened = await openAreas();
    expect(draw(opened).words).toContain('3 areas');
    opened.store.setFilter('country', 'Middle isles');
    opened.store.setFilter('theme', 'rice');
    expect(draw(opened).words).toContain('No area matches the filter. Show all areas');
  });

  it('are 24 at first, and 24 more at each press of the button', async () => {
    const opened = openExplore();
    const many = Array.from({ length: 100 }, (_, id) => feature(id, { name: `Isle ${id}` }));
    await opened.network.to('samples')[0]!.answer(page(many));
    const cards = () => draw(opened).html.split('class="explore-card"').length - 1;
    expect(cards()).toBe(24);
    expect(draw(opened).words).toContain('100 areas');
    opened.store.showMore();
    expect(cards()).toBe(48);
  });
});

describe('a sample area', () => {
  it('says how to get access to a dataset that the visitor may not see', async () => {
    const { html, words } = draw(await openFirst());
    expect(words).toContain('Wrecks Restricted data.');
    expect(html).toContain('aria-label="How to get access: Wrecks"');
    expect(words).toContain('On the map: Harbours, Land cover.');
  });

  it('counts and names what touches it, and shows more on request', async () => {
    const opened = await openFirst();
    const found = [feature(7, { name: 'Erindo', boats: 1346 }), feature(8, {})];
    await opened.network.to('harbours')[0]!.answer(page(found, '0-8', 10_000));
    const { html, words } = draw(opened);
    expect(words).toContain('Harbours 10,000');
    expect(words).toContain('Erindo Boats 1,346 boats');
    expect(words).toContain('2 of 10,000 Show more');
    expect(html).toContain('aria-label="Show more: Harbours"');
  });

  it('says that a dataset has nothing in it', async () => {
    const opened = await openFirst();
    await opened.network.to('harbours')[0]!.answer(page([], undefined, 0));
    expect(draw(opened).words).toContain('Harbours 0 None in this area.');
  });

  it('keeps what is loaded when the next page fails', async () => {
    const opened = await openFirst();
    await opened.network.to('harbours')[0]!.answer(page([feature(7, { name: 'A' })], '0-7', 2));
    void opened.store.contents[0]!.pages!.load();
    await opened.network.to('harbours')[1]!.answer('timeout');
    const { words } = draw(opened);
    expect(words).toContain(' A ');
    expect(words).toContain('The server took too long to answer. Try again. Try again');
  });
});
