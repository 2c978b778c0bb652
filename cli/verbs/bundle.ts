import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { printResult, type CommandIo, type ExitCode } from '../../host/common/command.ts';
import { compileFor } from './compile-for.ts';
import { openValid } from '../../host/config/valid-config.ts';

export interface BundleOptions {
  readonly config: string;
  readonly level?: string;
  readonly locale: string;
  readonly out: string;
}

/** Writes the files that a visitor of a level and language receives, at their addresses. */
export async function bundle(options: BundleOptions, io: CommandIo): Promise<ExitCode> {
  const config = await openValid(options.config, io);
  if (!config) return 1;
  const { locale, open, session } = await compileFor(
    { ...config, model: config.atlas.model },
    options,
    io,
  );
  const files: [path: string, content: object][] = [
    [open.indexPath, open.index],
    ...open.parts.map(({ path, part }) => [path, part] as [string, object]),
  ];
  if (session) files.push([`/atlas/session.${locale}.json`, session]);
  const written: string[] = [];
  for (const [path, content] of files) {
    const file = join(options.out, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(content));
    written.push(file);
  }
  printResult(io, written, written.join('\n'));
  return 0;
}
