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

/** The sample areas of `explore`. Fields are those of the dataset `areas`. */
export interface Explore {
  /** Id of the dataset with the areas. */
  readonly areas: string;
  /** The fields of a title in each language, by precedence. */
  readonly title: FieldsByLocale;
  /** The fields of a description in each language, by precedence; null without one. */
  readonly description: FieldsByLocale | null;
  readonly country: string | null;
  readonly theme: string | null;
  readonly picture: string | null;
  /** Ids of the groups that are switched on with an area, top first. */
  readonly layers: readonly string[];
  readonly contents: readonly ExploreContent[];
}

/** A dataset whose features in an area are listed. */
export interface ExploreContent {
  readonly dataset: string;
  /** The fields that are shown; null for the first fields of the popup. */
  readonly facts: readonly string[] | null;
}

type FieldsByLocale = Readonly<Record<string, readonly string[]>>;

/** The tools of an atlas. A tool that is absent is not offered. */
export interface Tools {
  readonly analyse?: ToolCommon & {
    /** Ids of the groups whose data come first in the result. */
    readonly first: readonly string[];
    /** Time limit of an analysis in milliseconds. */
    readonly timeout: number;
  };
  readonly explore?: ToolCommon & Explore;
  readonly download?: ToolCommon & {
    /** The area must be smaller than this, in km². */
    readonly maxArea: number;
    readonly formats: readonly DownloadFormat[];
  };
  readonly import?: ToolCommon & {
    /** Bytes of the largest zipped shapefile. */
    readonly maxSize: number;
    /** Bytes of the largest file of another kind. */
    readonly maxSizeOther: number;
    /** The largest number of files in a zip file. */
    readonly maxEntries: number;
  };
}

/** Limits of the application. Durations are in milliseconds. */
export interface Limits {
  readonly chunkTimeout: number;
  readonly resetLink: number;
  /** The most objects of an open dataset that may be downloaded over a larger area. */
  readonly downloadObjects: number;
}
