/** The next action of a process. */
export interface Step {
  /** As in the configuration, such as the path of a file; null: the configuration itself. */
  readonly source: string | null;
  /** False for sources with their own time limits, such as services. */
  readonly timed: boolean;
}
