import { useState } from 'react';
import type { AuthClient } from '../../account/auth-client.ts';
import type { CallFailure, CallResult } from '../../account/call.ts';
import { useAtlas } from '../../ui/atlas-context.ts';
import { useNotice, type Notice } from '../forms/notice-line.tsx';

type Send = (client: AuthClient) => Promise<CallResult<null>>;

export interface Action {
  /** The sentence about the last action that worked. */
  readonly notice: Notice | null;
  /** Why the last action of a button failed. */
  readonly failure: CallFailure | null;
  /** Sends the call of a form. After it, says `done` and loads the list again. */
  readonly run: (send: Send, done: string) => Promise<CallResult<null>>;
  /** Sends the call of a button, in the same way. */
  readonly press: (send: Send, done: string) => void;
}

/** The actions of a screen of operators on its list. */
export function useAction(reload: () => void): Action {
  const { account } = useAtlas();
  const [notice, say] = useNotice();
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const run: Action['run'] = async (send, done) => {
    setFailure(null);
    const result = await account.call(send);
    if (result.ok) {
      say(done);
      reload();
    } else if (result.failure.kind === 'unauthorized') await account.expire();
    return result;
  };
  const press: Action['press'] = (send, done) => {
    void run(send, done).then((result) => setFailure(result.ok ? null : result.failure));
  };
  return { notice, failure, run, press };
}
