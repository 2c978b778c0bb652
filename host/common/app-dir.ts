import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../server/serving/start-server.ts';

/** The built application: beside the compiled command, or in the build of a checkout. */
const BUILT = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/app/' : '../../../app/', import.meta.url),
);

/** Returns the folder of the built application. Throws `StartError` when it is absent. */
export function appDir(folder = BUILT): string {
  if (existsSync(`${folder}/index.html`)) return folder;
  throw new StartError(
    'The application is not built, so there is no page to serve.\nBuild it with `npm run build`, then start again. `npm start` does both.',
  );
}
