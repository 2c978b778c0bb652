/**
 * The settings in the environment, in one table: name, form, default and meaning. A test compares
 * the table in docs/operating.md with it.
 */
import { suggest } from 'atlas-engine';
import { memoryDefaults, memoryOfProcess } from './memory.ts';
import {
  anyText,
  DATABASE,
  EMAIL_ADDRESS,
  FRAME_ANCESTORS,
  HOST,
  oneOf,
  ORIGIN,
  SMTP,
  TRUSTED_PROXIES,
  wholeNumber,
  type Form,
} from './setting-forms.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** One variable of the environment. */
export interface Setting<T> {
  readonly name: string;
  readonly form: Form<T>;
  /** The value when the variable is missing or empty. */
  readonly absent: T;
  /** The default as text, for the table. */
  readonly preset: string;
  /** Short description for the table. */
  readonly meaning: string;
  /** If true, the value is never printed. */
  readonly secret: boolean;
}

/** Creates a setting whose default is written as in the environment. */
function setting<T>(name: string, form: Form<T>, preset: string, meaning: string): Setting<T> {
  return {
    name,
    form,
    absent: form.read(preset)!,
    preset: `\`${preset}\``,
    meaning,
    secret: false,
  };
}

/** Creates a setting that is null when it is not set. `preset` describes the meaning of null. */
function optional<T>(
  name: string,
  form: Form<T>,
  preset: string,
  meaning: string,
): Setting<T | null> {
  return { name, form, absent: null, preset, meaning, secret: false };
}

/** Creates a setting in megabytes, whose default follows the memory of the process. `preset` says how. */
function megabytes(
  name: string,
  least: number,
  absent: number,
  [preset, meaning]: readonly [preset: string, meaning: string],
): Setting<number> {
  return { name, form: wholeNumber(least, 65_536), absent, preset, meaning, secret: false };
}

/** Marks a setting as secret: its value is never printed. */
function secret<T>(one: Setting<T>): Setting<T> {
  return { ...one, secret: true };
}

const PORT = wholeNumber(0, 65_535);

const MEMORY = memoryDefaults(memoryOfProcess());

export const SETTINGS = {
  port: setting('PORT', PORT, '4000', 'port the server listens on; 0 chooses a free one'),
  host: setting(
    'HOST',
    HOST,
    '127.0.0.1',
    'address the server listens on; `0.0.0.0` means every address',
  ),
  publicUrl: optional(
    'PUBLIC_URL',
    ORIGIN,
    'for requests from the same machine, their address; otherwise relative URLs',
    'address of the site for visitors; used in TileJSON, OGC links, WMS capabilities and OpenAPI',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    TRUSTED_PROXIES,
    'none',
    'proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are used: their addresses or networks, or their number when the server can be reached only through them',
  ),
  frameAncestors: setting(
    'FRAME_ANCESTORS',
    FRAME_ANCESTORS,
    'self',
    'origins that may embed the compact map (`?embed=1`) in a frame, or `none`',
  ),
  configDir: setting(
    'ATLAS_CONFIG_DIR',
    anyText('a folder'),
    'atlas.config',
    'folder of the configuration; the option `--config` overrides it',
  ),
  dataDir: setting(
    'ATLAS_DATA_DIR',
    anyText('a folder'),
    '.atlas',
    'folder of the embedded store and the caches',
  ),
  databaseUrl: secret(
    optional(
      'DATABASE_URL',
      DATABASE,
      'none',
      'PostgreSQL database with PostGIS, used instead of the embedded store',
    ),
  ),
  databaseReadUrl: secret(
    optional(
      'DATABASE_READ_URL',
      DATABASE,
      'none',
      'streaming replica of that database, from which the server reads',
    ),
  ),
  accountsUrl: secret(
    optional(
      'ACCOUNTS_DATABASE_URL',
      DATABASE,
      '`DATABASE_URL`, otherwise `accounts.sqlite` in `ATLAS_DATA_DIR`',
      'PostgreSQL database of the accounts, which have a schema of their own there',
    ),
  ),
  smtpUrl: secret(
    optional(
      'SMTP_URL',
      SMTP,
      'none: registration is off, except in a demonstration',
      'server that sends the mails',
    ),
  ),
  mailFrom: optional(
    'MAIL_FROM',
    EMAIL_ADDRESS,
    '`atlas@` and the host of `PUBLIC_URL`',
    'address that the mails come from',
  ),
  contactEmail: optional(
    'CONTACT_EMAIL',
    EMAIL_ADDRESS,
    'none',
    'address that receives messages of visitors and requests for access; operators always find them in the atlas',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    oneOf(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']),
    'warn',
    'level of the log, lines of JSON on standard error; `info` logs each request',
  ),
  stopSeconds: setting(
    'STOP_SECONDS',
    wholeNumber(0, 3_600),
    '10',
    'seconds that requests in progress have to finish when the server stops',
  ),
  tileMemory: megabytes('TILE_MEMORY_MB', 1, MEMORY.tiles, [
    '`64`, or a sixteenth of the memory if that is less',
    'megabytes of tiles cached in memory',
  ]),
  pictureMemory: megabytes('PICTURE_MEMORY_MB', 1, MEMORY.pictures, [
    '`32`, or a thirty-second of the memory if that is less',
    'megabytes of WMS pictures cached in memory; pictures larger than a tile are not cached',
  ]),
  tileDisk: setting(
    'TILE_DISK_MB',
    wholeNumber(0, 1_048_576),
    '512',
    'megabytes of tiles cached under `ATLAS_DATA_DIR`, of public data only; an idle server compresses them with Brotli; 0 switches this cache off',
  ),
  readSeconds: setting(
    'READ_SECONDS',
    wholeNumber(1, 86_400),
    '1800',
    'seconds in which a server must read and load one file or table',
  ),
  readMemory: megabytes('READ_MEMORY_MB', 128, MEMORY.read, [
    '`4096`, or the memory less 320 if that is less, but at least 128',
    'megabytes of memory for the process that reads the configuration and its data for a server',
  ]),
  connectionsPerAddress: setting(
    'CONNECTIONS_PER_ADDRESS',
    wholeNumber(200, 4_000),
    '500',
    'connections from one address, or its requests in progress behind a trusted proxy; half as many may be event streams',
  ),
  analysesPerAddress: setting(
    'ANALYSES_PER_ADDRESS',
    wholeNumber(1, 100),
    '20',
    'analyses from one address that wait or run at the same time, and requests for downloads whose area is checked; more are answered with 429',
  ),
  nodeEnv: optional(
    'NODE_ENV',
    anyText('a word'),
    'none',
    '`production` on a public server; `test` lets each request choose its own permission level',
  ),
  metricsPort: optional(
    'METRICS_PORT',
    PORT,
    'off',
    'port of `/metrics` for Prometheus, separate from the site',
  ),
  metricsHost: setting(
    'METRICS_HOST',
    HOST,
    '127.0.0.1',
    'address `/metrics` listens on; visitors should not be able to reach it',
  ),
} as const;

/** The values read, by the keys of `SETTINGS`. */
export type Settings = {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never;
};

/** Thrown for settings with invalid values. The message has a line for each setting. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Reads one setting. Throws `SettingsError`. */
export function readSetting<K extends keyof Settings>(env: Environment, key: K): Settings[K] {
  const result = read(SETTINGS[key] as Setting<Settings[K]>, env);
  if ('fault' in result) throw new SettingsError(result.fault);
  return result.value;
}

/** Reads all settings. Throws `SettingsError`, which lists every invalid one. */
export function readSettings(env: Environment): Settings {
  const { settings, faults } = checkSettings(env);
  if (settings === null) throw new SettingsError(faults.join('\n'));
  return settings;
}

/** Reads all settings. `settings` is null if any is invalid; `faults` has a sentence for each. */
export function checkSettings(env: Environment): {
  readonly settings: Settings | null;
  readonly faults: readonly string[];
} {
  const results = Object.entries(SETTINGS).map(
    ([key, one]) => [key, read(one as Setting<unknown>, env)] as const,
  );
  const faults = results.flatMap(([, result]) => ('fault' in result ? [result.fault] : []));
  if (faults.length > 0) return { settings: null, faults };
  const values = results.map(([key, result]) => [key, 'value' in result ? result.value : null]);
  const settings = Object.fromEntries(values) as Settings;
  const together = faultsTogether(settings);
  return { settings: together.length > 0 ? null : settings, faults: together };
}

/** Returns a sentence for each setting that needs another one. */
function faultsTogether({ smtpUrl, publicUrl }: Settings): readonly string[] {
  return smtpUrl !== null && publicUrl === null
    ? [
        'SMTP_URL needs PUBLIC_URL, the address of the site for visitors: the links in mails lead there.',
      ]
    : [];
}

/** Names that begin with `ATLAS_` and belong to the project, but are not settings. */
const NOT_SETTINGS = ['ATLAS_NIGHTLY', 'ATLAS_SEED'];

/**
 * Returns a sentence for each variable that begins with `ATLAS_` and is not a setting, with the
 * most similar setting. `others` are the names that the configuration gives to its services.
 */
export function unknownSettings(env: Environment, others: Iterable<string> = []): string[] {
  const known = [...Object.values(SETTINGS).map(({ name }) => name), ...others];
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('ATLAS_') && !known.includes(name) && !NOT_SETTINGS.includes(name),
  );
  return unknown.sort().map((name) => {
    const near = suggest(name, known) ?? suggest(name.slice('ATLAS_'.length), known);
    return `${name} is set, but it is not a setting. ${near ? `Did you mean ${near}?` : 'docs/operating.md lists the settings.'}`;
  });
}

/** Maximum number of characters of an invalid value that are shown. */
const MAX_SHOWN = 100;

function read<T>(
  { name, form, absent, secret }: Setting<T>,
  env: Environment,
): { readonly value: T } | { readonly fault: string } {
  const text = env[name]?.trim() ?? '';
  if (text === '') return { value: absent };
  const value = form.read(text);
  if (value !== undefined) return { value };
  const cut = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  const found = secret ? `${name} is invalid (its value is not shown)` : `${name} is \`${cut}\``;
  return { fault: `${found}, but it must be ${form.expected}.` };
}
