import { expect, it } from 'vitest';
import { appDirFor } from '../../../cli/common/app-dir.ts';
import { serverOutput } from '../../../cli/prepare/server-output.ts';

const CAUSE = 'app/main.tsx:3:7: Unexpected token';

const failing = async () => ({
  DEFAULT_APP_DIR: 'dist/app',
  isAppStale: () => true,
  buildApp: () => Promise.reject(new Error(CAUSE)),
});

it.each([true, false])(
  'a failed build of the application is reported with its cause and what to do (terminal: %s)',
  async (terminal) => {
    const printed: string[] = [];
    const print = (line: string) => void printed.push(line);
    const fault = await appDirFor(print, failing).catch((error: unknown) => error);
    const io = { out: print, err: print, env: {}, color: false, terminal };
    const { message } = serverOutput(io).fault(fault) as Error;
    expect(printed).toEqual(['Building the application …']);
    expect(message).toContain('The application cannot be built');
    expect(message).toContain(CAUSE);
    expect(message).toContain('npm ci');
  },
);
