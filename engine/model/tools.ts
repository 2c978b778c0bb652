import type { DownloadFormat } from '../bundle/tool.ts';
import type { Level } from './level.ts';
import type { Text } from './texts.ts';

/** What all tools declare. */
export interface ToolCommon {
  readonly order: number;
  readonly name?: Text;
  readonly about?: Text;
  /** The level required to open the tool. */
  readonly permission: Level;
}

/** The tools of an atlas. A tool that is absent is not offered. */
export interface Tools {
  readonly analyse?: ToolCommon & {
    /** Ids of the groups whose data come first in the result. */
    readonly first: readonly string[];
    /** Time limit of an analysis in milliseconds. */
    readonly timeout: number;
  };
  readonly explore?: ToolCommon & {
    /** Id of the dataset with the sample areas. */
    readonly areas: string;
  };
  readonly download?: ToolCommon & {
    /** The area must be smaller than this, in km². */
    readonly maxArea: number;
    readonly formats: readonly DownloadFormat[];
  };
  readonly import?: ToolCommon & {
    /** Bytes of the largest file. */
    readonly maxSize: number;
    /** The largest number of files in a zip file. */
    readonly maxEntries: number;
  };
}
