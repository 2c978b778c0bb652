import {
  ChartColumn,
  Compass,
  Download,
  LocateFixed,
  Ruler,
  Upload,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { IndexWordKey } from 'atlas-engine/runtime';
import type { ToolId } from '../stores/tools-store.ts';

/** A tool: its button, and the code that fills its panel. */
export interface Tool {
  readonly id: ToolId;
  readonly label: IndexWordKey;
  readonly Icon: LucideIcon;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

/** The tools of the toolbar, in its order. */
export const TOOLBAR: readonly Tool[] = [
  {
    id: 'analyse',
    label: 'tool.analyse',
    Icon: ChartColumn,
    load: () => import('./tools/coming-tools.tsx').then((code) => ({ default: code.Analyse })),
  },
  {
    id: 'explore',
    label: 'tool.explore',
    Icon: Compass,
    load: () => import('./tools/coming-tools.tsx').then((code) => ({ default: code.Explore })),
  },
  {
    id: 'download',
    label: 'tool.download',
    Icon: Download,
    load: () => import('./tools/coming-tools.tsx').then((code) => ({ default: code.Downloads })),
  },
  {
    id: 'import',
    label: 'tool.import',
    Icon: Upload,
    load: () => import('./tools/coming-tools.tsx').then((code) => ({ default: code.Import })),
  },
];

/** The tools whose buttons are beside the zoom. */
const MAP_TOOLS: readonly Tool[] = [
  {
    id: 'measure',
    label: 'tool.measure',
    Icon: Ruler,
    load: () => import('./tools/measure-tool.tsx').then((code) => ({ default: code.MeasureTool })),
  },
  {
    id: 'coordinates',
    label: 'tool.coordinates',
    Icon: LocateFixed,
    load: () =>
      import('./tools/coordinates-tool.tsx').then((code) => ({ default: code.CoordinatesTool })),
  },
];

export const TOOLS: readonly Tool[] = [...TOOLBAR, ...MAP_TOOLS];
