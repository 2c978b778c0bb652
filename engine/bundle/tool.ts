/** The tools of the toolbar, in the order of tools without a declared one. */
export const TOOL_IDS = ['analyse', 'explore', 'download', 'import'] as const;
export type ToolName = (typeof TOOL_IDS)[number];

export type DownloadFormat = 'geojson' | 'csv' | 'geopackage' | 'shapefile';

interface ToolEntry {
  readonly order: number;
  /** Its name in the atlas; without one, the word of the interface is used. */
  readonly name?: string;
  /** A sentence that says what the tool does; without one, that of the interface is used. */
  readonly about?: string;
  /** The required level, and how it is granted. Present only if the reader may not open the tool. */
  readonly locked?: { readonly level: string; readonly granted?: string };
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
        /** Id of the dataset with the sample areas; absent if the tool is locked. */
        readonly areas?: string;
      }
    | {
        readonly id: 'download';
        /** The area must be smaller than this, in km². */
        readonly maxArea: number;
        readonly formats: readonly DownloadFormat[];
      }
    | {
        readonly id: 'import';
        /** Bytes of the largest file. */
        readonly maxSize: number;
        /** The largest number of files in a zip file. */
        readonly maxEntries: number;
      }
  );
