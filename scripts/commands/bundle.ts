import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compilePublicBundles, compileSessionPart } from '../../engine/index.ts';
import type { CommandIo, ExitCode } from './command.ts';
import { compileOptions, levelOf, localeOf } from './compile-options.ts';
import { openSound } from './sound-config.ts';

export interface BundleOptions {
  readonly config: string;
  readonly level?: string;
  readonly locale: string;
  readonly out: string;
}

/** Writes the files a visitor of a level and language would be sent, at their addresses. */
export async function bundle(options: BundleOptions, io: CommandIo): Promise<ExitCode> {
  const config = await openSound(options.config, io);
  if (!config) return 1;
  const { model } = config.atlas;
  const level = levelOf(model, options.level);
  const locale = localeOf(model, options.locale);
  const compile = await compileOptions({ dir: config.dir, model }, io);
  const { byLocale, revision } = compilePublicBundles(model, compile);
  const { index, indexPath, parts } = byLocale[locale]!;
  const files: [path: string, content: object][] = [
    [indexPath, index],
    ...parts.map(({ path, part }) => [path, part] as [string, object]),
  ];
  if (level.rank > 0)
    files.push([
      `/atlas/session.${locale}.json`,
      compileSessionPart(model, level, revision, { ...compile, locale }),
    ]);
  for (const [path, content] of files) {
    const file = join(options.out, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(content));
    io.out(file);
  }
  return 0;
}
