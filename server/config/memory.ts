/** The memory that this process may use, and the sizes that follow from it. */
import { totalmem } from 'node:os';

const MEGABYTE = 1_048_576;

/** Megabytes of memory below which a start does one thing after the other. */
const SMALL = 1_024;

/** Megabytes beside the JavaScript objects of the process that reads data: the server, and native code. */
const BESIDE = 320;

/**
 * Returns the megabytes that this process may use: the limit of its control group, or the memory of the
 * machine if there is no lower limit.
 */
export function memoryOfProcess(
  limit: number = process.constrainedMemory(),
  machine: number = totalmem(),
): number {
  return Math.floor((limit > 0 ? Math.min(limit, machine) : machine) / MEGABYTE);
}

/** Returns whether a start should do one thing after the other, rather than at the same time. */
export function isSmall(megabytes: number): boolean {
  return megabytes < SMALL;
}

/** Defaults in megabytes for a process that may use the given memory. */
export interface MemoryDefaults {
  readonly tiles: number;
  readonly pictures: number;
  /** JavaScript objects of the process that reads the configuration and its data. */
  readonly read: number;
  /** JavaScript objects of the process that prepares a download. */
  readonly download: number;
}

export function memoryDefaults(megabytes: number): MemoryDefaults {
  const rest = Math.max(128, megabytes - BESIDE);
  return {
    tiles: between(1, Math.floor(megabytes / 16), 64),
    pictures: between(1, Math.floor(megabytes / 32), 32),
    read: Math.min(4_096, rest),
    download: Math.min(512, rest),
  };
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
