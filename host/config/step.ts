import type { LoadFrom } from 'atlas-engine';

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

/** Returns the source of a load as in the configuration, and whether its time is limited. */
export function stepOf(load: LoadFrom): Step {
  switch (load.kind) {
    case 'file':
      return { source: load.file, timed: true };
    case 'table':
      return { source: load.table, timed: true };
    case 'service':
      return { source: `${load.service.id}/${load.path}`, timed: false };
  }
}
