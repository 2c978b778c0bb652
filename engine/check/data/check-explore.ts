import { showsOf } from '../../compile/shows-of.ts';
import type { Dataset } from '../../model/model.ts';
import type { Explore, ExploreContent, ToolCommon } from '../../model/tools.ts';
import type { Target } from '../../model/report.ts';
import { nodeOf, type CheckContext } from '../context.ts';
import { fieldsNamedIn, insideOf, itemAt } from '../places.ts';
import { reportUnknownField } from '../unknown-field.ts';

type Tool = ToolCommon & Explore;

/**
 * Checks the datasets and fields of `tools.explore`. Diagnostics: `tool-areas-not-polygons`,
 * `tool-feed-missing`, `tool-laxer-than-areas`, `tool-picture-not-photos`, `tool-dataset-not-drawn`,
 * `unknown-field`.
 */
export function checkExplore(context: CheckContext): void {
  const { datasets, tools } = context.model;
  const areas = tools.explore && datasets.get(tools.explore.areas);
  if (!tools.explore || !areas) return;
  checkAreas(tools.explore, areas, context);
  checkAreaFields(tools.explore, areas, context);
  for (const [place, content] of tools.explore.contents.entries())
    checkContent(content, itemAt(nodeOf(tools.explore, context), 'contents', place), context);
}

function checkAreas(tool: Tool, areas: Dataset, context: CheckContext): void {
  const { report } = context;
  const node = nodeOf(tool, context);
  const target = { node, key: 'areas' };
  const dataset = areas.id;
  if (areas.geometry !== 'polygon') {
    report.error('tool-areas-not-polygons', target, { dataset, geometry: areas.geometry });
    return;
  }
  if (areas.feeds.geojson === null) report.error('tool-feed-missing', target, { dataset });
  // The list of areas is a request for the whole dataset.
  const isWhole = areas.feeds.wholeGeojson === 'download';
  const needed = isWhole ? areas.permission.download : areas.permission.view;
  if (tool.permission.rank < needed.rank)
    report.error(
      'tool-laxer-than-areas',
      { node, key: 'permission' },
      { found: tool.permission.id, dataset, needed: needed.id },
    );
}

function checkAreaFields(tool: Tool, areas: Dataset, context: CheckContext): void {
  const node = insideOf(nodeOf(tool, context), 'fields') ?? {};
  for (const key of ['title', 'description', 'country', 'theme', 'picture'] as const) {
    const written = (node as Readonly<Record<string, unknown>>)[key];
    const named: readonly (readonly [string, Target])[] =
      typeof written === 'string'
        ? [[written, { node, key }]]
        : fieldsNamedIn(insideOf(node, key) ?? {});
    for (const [name, target] of named)
      if (!areas.fields.has(name)) reportUnknownField(name, [areas], target, context);
  }
  const picture = tool.picture === null ? undefined : areas.fields.get(tool.picture);
  if (picture && picture.format !== 'photos')
    context.report.error(
      'tool-picture-not-photos',
      { node, key: 'picture' },
      { field: picture.name, dataset: areas.id },
    );
}

function checkContent(content: ExploreContent, at: Target, context: CheckContext): void {
  const { incomplete, model, report } = context;
  const dataset = model.datasets.get(content.dataset);
  if (!dataset) return;
  const written = nodeOf(content, context);
  const target = Array.isArray(written) ? at : { node: written, key: 'dataset' };
  if (dataset.feeds.geojson === null)
    report.error('tool-feed-missing', target, { dataset: dataset.id });
  else if (!incomplete.has(model.groups) && !showsOf(model).get(dataset.id)?.at(-1)?.groups.length)
    report.error('tool-dataset-not-drawn', target, { dataset: dataset.id });
  for (const [place, name] of (content.facts ?? []).entries())
    if (!dataset.fields.has(name))
      reportUnknownField(name, [dataset], itemAt(written, 'facts', place), context);
}
