import type { PopupRow, TitleRow } from './popup.ts';

/** The tools of the toolbar, in the order of tools without a declared one. */
export const TOOL_IDS = ['analyse', 'explore', 'download', 'import'] as const;
export type ToolName = (typeof TOOL_IDS)[number];

export type DownloadFormat = 'geojson' | 'csv' | 'xlsx' | 'geopackage' | 'geoparquet' | 'shapefile';

interface ToolEntry {
  readonly order: number;
  /** Its name in the atlas; without one, the word of the interface is used. */
  readonly name?: string;
  /** A sentence that says what the tool does; without one, that of the interface is used. */
  readonly about?: string;
  /** True if the reader can choose areas by name, of datasets or projects. */
  readonly named?: true;
  /** The required level, and how it is granted. Present only if the reader may not open the tool. */
  readonly locked?: { readonly level: string; readonly granted?: string };
}

/** The sample areas for a reader. Fields that the reader may not see are left out. */
export interface BundleExplore {
  /** Id of the dataset with the areas. */
  readonly areas: string;
  /** The title is the first of these fields with a value. */
  readonly title: readonly TitleRow[];
  /** The description is the first of these fields with a value. */
  readonly description: readonly TitleRow[];
  readonly country?: PopupRow;
  readonly theme?: PopupRow;
  readonly picture?: PopupRow;
  /** Ids of the groups that are switched on with an area, top first. */
  readonly layers: readonly string[];
  readonly contents: readonly BundleContent[];
}

/** A dataset whose features in an area are listed, with the group that names it. */
export interface BundleContent {
  readonly group: string;
  /** Absent if the reader may not view the group; its entry says how to get access. */
  readonly open?: {
    readonly dataset: string;
    /** The title of a feature is the first of these fields with a value. */
    readonly title: readonly TitleRow[];
    readonly facts: readonly PopupRow[];
  };
}

/** A tool in the index. The limits are also those of the server. */
export type BundleTool = ToolEntry &
  (
    | {
        readonly id: 'analyse';
        /** Time limit of an analysis in milliseconds. */
        readonly timeout: number;
      }
    | {
        readonly id: 'explore';
        /** Absent if the tool is locked. */
        readonly explore?: BundleExplore;
      }
    | {
        readonly id: 'download';
        /** The area must be smaller than this, in km². */
        readonly maxArea: number;
        /** The most objects of an open dataset over a larger area; 0: none. */
        readonly maxObjects: number;
        readonly formats: readonly DownloadFormat[];
      }
    | {
        readonly id: 'import';
        /** Bytes of the largest zipped shapefile. */
        readonly maxSize: number;
        /** Bytes of the largest file of another kind. */
        readonly maxSizeOther: number;
        /** The largest number of files in a zip file. */
        readonly maxEntries: number;
      }
  );
