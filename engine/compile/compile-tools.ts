import type { BundleTool } from '../bundle/tool.ts';
import type { ToolCommon, Tools } from '../model/tools.ts';
import { present } from '../basics/present.ts';
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
  const isOpen = ({ permission }: ToolCommon): boolean => permission.rank <= level.rank;
  const shown = <T extends ToolCommon>(tool: T | undefined): T[] =>
    tool && (isOpen(tool) || tool.permission.whenDenied === 'lock') ? [tool] : [];
  const entryOf = (tool: ToolCommon): Pick<BundleTool, 'order' | 'name' | 'about' | 'locked'> => {
    const { id, granted } = tool.permission;
    return present({
      order: tool.order,
      name: tool.name?.[locale],
      about: tool.about?.[locale],
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
      formats: tool.formats,
      ...entryOf(tool),
    })),
    ...shown(imports).map((tool) => ({
      id: 'import' as const,
      maxSize: tool.maxSize,
      maxEntries: tool.maxEntries,
      ...entryOf(tool),
    })),
  ];
  return tools.sort((a, b) => a.order - b.order);
}
