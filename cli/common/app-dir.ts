import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../server/serving/start-server.ts';

/** The application in the installed package, next to its compiled scripts. */
const SHIPPED = fileURLToPath(new URL('../../../app/', import.meta.url));

/** What builds the application; not part of an installed package. */
type Builder = Pick<
  typeof import('../../scripts/build-app.ts'),
  'buildApp' | 'DEFAULT_APP_DIR' | 'isAppStale'
>;

/**
 * Returns the folder of the built application. In a checkout it is built when its source is newer than
 * the last build; an installed package contains it. Throws `StartError` when it does not compile.
 */
export async function appDirFor(
  report: (line: string) => void,
  builder: () => Promise<Builder> = () => import('../../scripts/build-app.ts'),
): Promise<string> {
  if (!import.meta.url.endsWith('.ts') && existsSync(`${SHIPPED}/index.html`)) return SHIPPED;
  const { buildApp, DEFAULT_APP_DIR, isAppStale } = await builder();
  if (isAppStale()) {
    report('Building the application …');
    await buildApp().catch((error: unknown) => {
      throw buildFault(error);
    });
  }
  return DEFAULT_APP_DIR;
}

/**
 * Returns the error for an application that cannot be built. The message of Vite names source files of
 * the application only, so a log may contain it.
 */
function buildFault(cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StartError(
    `The application cannot be built:\n${reason.trim()}\nFix the file, or restore it with \`git checkout app\`, then start again. If a package is missing, run \`npm ci\`.`,
    { cause },
  );
}
