/** What a process is about to read or do. */
export interface Step {
  /** As the configuration names it, such as the path of a file; null: the configuration itself. */
  readonly source: string | null;
  /** False where what is asked has time limits of its own, such as a service. */
  readonly timed: boolean;
}
