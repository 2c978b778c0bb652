import type { BundleContent, BundleExplore } from '../bundle/tool.ts';
import { classesIn } from '../values/value-tree.ts';
import type { Explore, ExploreContent } from '../model/tools.ts';
import { present } from '../basics/present.ts';
import type { CompileContext } from './compile-options.ts';
import { compileRows, ownPopup, titleRows } from './compile-popup-rows.ts';
import { showsOf } from './shows-of.ts';

/** The number of fields of the popup that are shown when the atlas names no facts. */
const FACTS = 2;

export type ExploreContext = Pick<CompileContext, 'model' | 'level' | 'options' | 'tables'>;

/** Compiles the sample areas for readers who may open the tool. */
export function compileExplore(explore: Explore, context: ExploreContext): BundleExplore {
  const { model, level, options } = context;
  const areas = model.datasets.get(explore.areas);
  const from = { datasets: areas ? [areas] : [], drawn: [] };
  const rows = (names: readonly (string | null)[]) =>
    compileRows(
      names.filter((name) => name !== null),
      from,
      context,
    );
  const [country] = rows([explore.country]);
  const [theme] = rows([explore.theme]);
  const [picture] = rows([explore.picture]);
  const layers = explore.layers.filter((id) =>
    model.groups.some((group) => group.id === id && group.permission.rank <= level.rank),
  );
  return present({
    areas: explore.areas,
    title: titleRows(rows(explore.title[options.locale] ?? [])),
    description: titleRows(rows(explore.description?.[options.locale] ?? [])),
    country,
    theme,
    picture,
    layers,
    contents: explore.contents.flatMap((content) => compileContent(content, context)),
  });
}

/** Returns nothing for data that readers without permission must not know of. */
function compileContent(content: ExploreContent, context: ExploreContext): BundleContent[] {
  const { model, level, options } = context;
  const dataset = model.datasets.get(content.dataset);
  const shown = showsOf(model).get(content.dataset)?.[level.rank];
  if (!dataset || !shown) return [];
  const [by] = shown.groups;
  const [sublayer] = by?.sublayers ?? [];
  if (!by || !sublayer) {
    const locked = shown.locked.find(({ group }) => group.project === null);
    return locked ? [{ group: locked.group.id }] : [];
  }
  const popup = ownPopup(by.group, sublayer) ?? by.group.popup;
  const from = { datasets: [dataset], drawn: by.sublayers.flatMap(classesIn) };
  const facts = content.facts ?? popup?.fields?.slice(0, FACTS) ?? [];
  const title = popup?.title?.[options.locale] ?? [];
  return [
    {
      group: by.group.id,
      open: {
        dataset: dataset.id,
        title: titleRows(compileRows(title, from, context)),
        facts: compileRows(facts, from, context),
      },
    },
  ];
}
