import { expect, it } from 'vitest';
import { appDir } from '../../../host/common/app-dir.ts';
import { serverOutput } from '../../../host/prepare/server-output.ts';

it.each([true, false])(
  'an application that is not built is reported with the command that builds it (terminal: %s)',
  (terminal) => {
    const print = (): void => undefined;
    const open = (): string => appDir('/nowhere');
    expect(open).toThrow('The application is not built');
    try {
      open();
    } catch (fault) {
      const io = { out: print, err: print, env: {}, color: false, terminal };
      const { message } = serverOutput(io).fault(fault) as Error;
      expect(message).toContain('npm run build');
    }
  },
);
