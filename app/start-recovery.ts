import { reaction } from 'mobx';
import type { FailuresStore } from './stores/failures-store.ts';

/**
 * Requests failed things again by themselves, and follows the connection of the device. A hidden
 * page sends no requests.
 */
export function startRecovery(failures: FailuresStore): void {
  const { line, recovery } = failures;
  reaction(() => failures.parts, failures.forgetLoaded);
  reaction(
    () => failures.keys.join(),
    (keys, before) => {
      const known = new Set(before.split(','));
      if (keys === '' || keys.split(',').every((key) => known.has(key))) return;
      if (!line.down) void failures.checkLine();
      recovery.wake();
    },
  );
  window.addEventListener('offline', () => line.setDown(true));
  window.addEventListener('online', () => recovery.hurry());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) recovery.hurry();
  });
}
