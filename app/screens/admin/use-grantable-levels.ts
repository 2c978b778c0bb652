import { useCallback } from 'react';
import { listLevels, type GrantableLevel } from '../../account/admin-calls.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useLoaded } from '../forms/use-loaded.ts';

/** Returns the levels that operators grant; none until they are loaded. */
export function useGrantableLevels(): readonly GrantableLevel[] {
  const { account, bundles } = useAtlas();
  const { locale } = bundles.index;
  const load = useCallback(
    () => account.call((client) => listLevels(client, locale)),
    [account, locale],
  );
  return useLoaded(load).value ?? [];
}
