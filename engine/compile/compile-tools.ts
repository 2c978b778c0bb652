import type { BundleTool } from '../bundle/tool.ts';
import type { ToolCommon, Tools } from '../model/tools.ts';
import type { Dataset } from '../model/model.ts';
import { present } from '../basics/present.ts';
import { projectRank } from './project-rank.ts';
import { compileExplore, type ExploreContext } from './compile-explore.ts';

/**
 * Compiles the tools for the readers of a level, in the order of the toolbar. A tool above the level
 * is locked, or left out if its level has `when-denied: hide`.
 */
export function compileTools(
  { analyse, explore, download, import: imports }: Tools,
  context: ExploreContext,
): BundleTool[] {
  const { level } = context;
  const { locale } = context.options;
  const named = hasNamedAreas(context);
  const isOpen = ({ permission }: ToolCommon): boolean => permission.rank <= level.rank;
  const shown = <T extends ToolCommon>(tool: T | undefined): T[] =>
    tool && (isOpen(tool) || tool.permission.whenDenied === 'lock') ? [tool] : [];
  const entryOf = (
    tool: ToolCommon,
  ): Pick<BundleTool, 'order' | 'name' | 'about' | 'named' | 'locked'> => {
    const { id, granted } = tool.permission;
    return present({
      order: tool.order,
      name: tool.name?.[locale],
      about: tool.about?.[locale],
      named: tool === imports ? undefined : named,
      locked: isOpen(tool) ? undefined : present({ level: id, granted }),
    });
  };
  const tools: BundleTool[] = [
    ...shown(analyse).map((tool) => ({
      id: 'analyse' as const,
      timeout: tool.timeout,
      ...entryOf(tool),
    })),
    ...shown(explore).map((tool) => ({
      id: 'explore' as const,
      ...(isOpen(tool) && { explore: compileExplore(tool, context) }),
      ...entryOf(tool),
    })),
    ...shown(download).map((tool) => ({
      id: 'download' as const,
      maxArea: tool.maxArea,
      maxObjects: context.model.limits.downloadObjects,
      formats: tool.formats,
      ...entryOf(tool),
    })),
    ...shown(imports).map((tool) => ({
      id: 'import' as const,
      maxSize: tool.maxSize,
      maxSizeOther: tool.maxSizeOther,
      maxEntries: tool.maxEntries,
      ...entryOf(tool),
    })),
  ];
  return tools.sort((a, b) => a.order - b.order);
}

function hasNamedAreas({ model, level }: ExploreContext): true | undefined {
  const isOpen = ({ permission }: Dataset): boolean => permission.view.rank <= level.rank;
  const has =
    model.projects.some((project) => projectRank(project) <= level.rank) ||
    [...model.datasets.values()].some((dataset) => dataset.feeds.areas && isOpen(dataset));
  return has || undefined;
}
