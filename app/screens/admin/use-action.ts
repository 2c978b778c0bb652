import { useState } from 'react';
import { countAgain } from '../../account/menu-counts.ts';
import type { AuthClient } from '../../account/auth-client.ts';
import type { Failure, Outcome } from '../../net/http-client.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useNotice, type Notice } from '../forms/notice-line.tsx';

type Send<T> = (client: AuthClient) => Promise<Outcome<T>>;
/** The sentence about an action that worked, or how it follows from what the server returned. */
type Done<T> = string | ((value: T) => string);

export interface Action {
  /** The sentence about the last action that worked. */
  readonly notice: Notice | null;
  /** Why the last action of a button failed. */
  readonly failure: Failure | null;
  /** Sends the call of a form. After it, says `done` and loads the list again. */
  readonly run: <T>(send: Send<T>, done: Done<T>) => Promise<Outcome<T>>;
  /** Sends the call of a button, in the same way. */
  readonly press: <T>(send: Send<T>, done: Done<T>) => void;
}

/** The actions of a screen of operators on its list. */
export function useAction(reload: () => void): Action {
  const { account } = useAtlas();
  const [notice, say] = useNotice();
  const [failure, setFailure] = useState<Failure | null>(null);
  const run: Action['run'] = async (send, done) => {
    setFailure(null);
    const result = await account.call(send);
    if (result.ok) {
      say(typeof done === 'string' ? done : done(result.value));
      reload();
      countAgain();
    } else if (result.failure.kind === 'unauthorized') await account.expire();
    return result;
  };
  const press: Action['press'] = (send, done) => {
    void run(send, done).then((result) => setFailure(result.ok ? null : result.failure));
  };
  return { notice, failure, run, press };
}
