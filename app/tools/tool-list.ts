import {
  ChartColumn,
  Compass,
  Download,
  Layers,
  LocateFixed,
  Radar,
  Ruler,
  Upload,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import {
  present,
  type BundleIndex,
  type BundleTool,
  type IndexWordKey,
  type ToolName,
} from 'atlas-engine/runtime';
import type { ToolId } from '../stores/page/side-store.ts';

/** A tool: its button, and the code that fills its panel. */
export interface Tool {
  readonly id: ToolId;
  readonly label: IndexWordKey;
  readonly Icon: LucideIcon;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** The required level of a tool with the permission of another one, if the visitor lacks it. */
  readonly locked?: BundleTool['locked'];
}

/** A tool that the atlas declares: it may have a name and a sentence of its own, and be locked. */
export interface ToolbarTool extends Tool {
  readonly about: IndexWordKey;
  readonly entry: BundleTool;
}

/** The tools that an atlas can declare. */
const DECLARED: Readonly<Record<ToolName, Omit<ToolbarTool, 'id' | 'entry'>>> = {
  analyse: {
    label: 'tool.analyse',
    about: 'tool.analyse-about',
    Icon: ChartColumn,
    load: () =>
      import('./analyse/analyse-tool.tsx').then((code) => ({ default: code.AnalyseTool })),
  },
  explore: {
    label: 'tool.explore',
    about: 'tool.explore-about',
    Icon: Compass,
    load: () => import('./explore/explore-tool.tsx'),
  },
  download: {
    label: 'tool.download',
    about: 'tool.download-about',
    Icon: Download,
    load: () => import('./download/download-tool.tsx'),
  },
  import: {
    label: 'tool.import',
    about: 'tool.import-about',
    Icon: Upload,
    load: () => import('./import/import-tool.tsx').then((code) => ({ default: code.ImportTool })),
  },
};

/** The tools whose buttons are beside the zoom. */
const MAP_TOOLS: readonly Tool[] = [
  {
    id: 'measure',
    label: 'tool.measure',
    Icon: Ruler,
    load: () =>
      import('./measure/measure-tool.tsx').then((code) => ({ default: code.MeasureTool })),
  },
  {
    id: 'coordinates',
    label: 'tool.coordinates',
    Icon: LocateFixed,
    load: () =>
      import('./coordinates/coordinates-tool.tsx').then((code) => ({
        default: code.CoordinatesTool,
      })),
  },
];

/** What is near has the permission of the analysis. */
const NEAR: Tool = {
  id: 'near',
  label: 'tool.near',
  Icon: Radar,
  load: () => import('./near/near-tool.tsx').then((code) => ({ default: code.NearTool })),
};

/** The comparison of layers has it too. */
const OVERLAPS: Tool = {
  id: 'overlaps',
  label: 'tool.overlaps',
  Icon: Layers,
  load: () =>
    import('./overlaps/overlaps-tool.tsx').then((code) => ({ default: code.OverlapsTool })),
};

/** Returns the tools with the permission of the analysis; none in an atlas without it. */
function toolsOfAnalysis({ tools }: Pick<BundleIndex, 'tools'>): readonly Tool[] {
  const analyse = tools.find(({ id }) => id === 'analyse');
  if (!analyse) return [];
  return [NEAR, OVERLAPS].map((tool) => ({ ...tool, ...present({ locked: analyse.locked }) }));
}

/** Returns the tools of the toolbar, in its order. */
export function toolbarOf({ tools }: Pick<BundleIndex, 'tools'>): readonly ToolbarTool[] {
  return tools.map((entry) => ({ id: entry.id, entry, ...DECLARED[entry.id] }));
}

/** Returns all tools: those of the toolbar, those of the analysis, then those beside the zoom. */
export function toolsOf(bundle: Pick<BundleIndex, 'tools'>): readonly (Tool | ToolbarTool)[] {
  return [...toolbarOf(bundle), ...toolsOfAnalysis(bundle), ...MAP_TOOLS];
}
