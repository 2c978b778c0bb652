/** The next action of a process, for its time limit and for messages. */
export interface Step {
  /**
   * The source as named in the configuration, such as the path of a file. Null for the
   * configuration itself.
   */
  readonly source: string | null;
  /**
   * True if the time of the step is limited. False for sources with their own time limits, such as
   * services.
   */
  readonly timed: boolean;
}
