import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toYaml, type AtlasModel } from 'atlas-engine';
import type { CommandIo } from '../../host/common/command.ts';
import { openValid } from '../../host/config/valid-config.ts';
import type { RunningServer } from '../../server/serving/start-server.ts';
import { openVersion } from '../diff/revision.ts';
import { start } from './start.ts';

export interface PreviewOptions {
  readonly config: string;
  /** A revision of git, or a folder. */
  readonly version: string;
  readonly level?: string;
  /** Port of this machine; a free one by default. */
  readonly port?: number;
}

/** The settings that a preview never shares with the running atlas. */
const OWN: ReadonlySet<string> = new Set([
  'ACCOUNTS_DATABASE_URL',
  'DATABASE_READ_URL',
  'DATABASE_URL',
  'HOST',
  'METRICS_PORT',
  'PORT',
  'PUBLIC_URL',
  'SMTP_URL',
  'TRUST_PROXY',
]);

/** The file with the notice of a draft; a configuration has no file of this name. */
const NOTICE_FILE = 'notice-of-the-preview.yaml';

/** The texts of the notice in the languages that ship; other languages use English. */
const NOTICE = {
  title: { en: 'Draft', fr: 'Brouillon' },
  text: {
    en: 'This is a draft for review. The public atlas is elsewhere.',
    fr: 'Ceci est un brouillon à relire. L’atlas public est ailleurs.',
  },
} as const;

/**
 * Serves a copy of another version of the atlas beside the running one: only for this
 * machine, on a free port unless another one is asked for, with a store and accounts of its own, which
 * are removed at the end. A notice marks each page as a draft. Returns null when the version has
 * errors, which are printed.
 */
export async function preview(
  { config, version: name, level, port = 0 }: PreviewOptions,
  io: CommandIo,
): Promise<RunningServer | null> {
  const version = await openVersion(config, name);
  const folder = mkdtempSync(join(tmpdir(), 'atlas-preview-'));
  const clear = (): void => {
    version.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const draft = join(folder, 'config');
    cpSync(version.dir, draft, { recursive: true });
    const opened = await openValid(draft, io);
    if (!opened) {
      clear();
      return null;
    }
    writeFileSync(join(draft, NOTICE_FILE), noticeOf(opened.atlas.model));
    io.err(`A draft of \`${name}\`, with a store of its own.`);
    const shared = Object.entries(io.env).filter(([name]) => !OWN.has(name));
    const env = {
      ...Object.fromEntries(shared),
      PORT: String(port),
      ATLAS_DATA_DIR: join(folder, 'data'),
    };
    const server = await start(
      { config: draft, ...(level !== undefined && { level }) },
      { ...io, env },
    );
    process.once('exit', clear);
    return server;
  } catch (error) {
    clear();
    throw error;
  }
}

function noticeOf({ locales }: AtlasModel): string {
  const inAll = (text: { readonly en: string; readonly fr: string }): Record<string, string> =>
    Object.fromEntries(
      locales.available.map((language) => [language, language === 'fr' ? text.fr : text.en]),
    );
  const notice = {
    id: 'draft-preview',
    kind: 'banner',
    title: inAll(NOTICE.title),
    text: inAll(NOTICE.text),
  };
  return toYaml({ notices: [notice] });
}
