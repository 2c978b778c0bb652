import type { DownloadEnd } from '../accounts/download.ts';
import type { TaskEnd } from './work/task.ts';

/**
 * Returns the end of a job from that of its task. Files that are too large only because the disk has
 * less room than a job may use fail for the room, not for their size.
 */
export function endOf(end: TaskEnd, { hasAllRoom }: { readonly hasAllRoom: boolean }): DownloadEnd {
  switch (end.kind) {
    case 'done':
      return { state: 'done', cuts: end.cuts, bytes: end.bytes };
    case 'empty':
      return { state: 'empty' };
    case 'too-much':
      return { state: 'failed', reason: hasAllRoom ? 'too-much' : 'no-room' };
    case 'no-room':
      return { state: 'failed', reason: 'no-room' };
  }
}
