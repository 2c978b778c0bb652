/** Resolves `tools`: permissions, limits, and the groups and datasets that the tools use. */
import type * as Config from '../../../schemas/config.g.ts';
import type { DownloadFormat } from '../../bundle/tool.ts';
import type { ToolCommon, Tools } from '../../model/tools.ts';
import { present } from '../../basics/present.ts';
import { lookUp, type ResolveContext } from '../context.ts';
import { durationOf } from '../duration.ts';
import { resolveAreas } from './resolve-explore.ts';
import { LAST } from '../resolve-listed.ts';

const DEFAULT_TIMEOUT = '20 s';
const DEFAULT_MAX_AREA = '30000 km2';
const DEFAULT_MAX_SIZE = '5 MiB';
const DEFAULT_MAX_SIZE_OTHER = '20 MiB';
const DEFAULT_MAX_ENTRIES = 20;
const ALL_FORMATS: readonly DownloadFormat[] = [
  'geojson',
  'csv',
  'xlsx',
  'geopackage',
  'geoparquet',
  'shapefile',
];
const BYTES_PER_MIB = 1_048_576;
const TOOL_NAMES = ['analyse', 'explore', 'download', 'import'] as const;

type RawTool<K extends keyof Config.Tools> = NonNullable<Config.Tools[K]>;
type RawCommon = Pick<RawTool<'analyse'>, 'order' | 'name' | 'about' | 'permission'>;

/** Diagnostics: `unknown-level`, `unknown-group`, those of `resolveAreas` and of texts. */
export function resolveTools(raw: Config.Tools | undefined, context: ResolveContext): Tools {
  if (!raw) return {};
  const tools: Tools = present({
    analyse: raw.analyse && resolveAnalyse(raw.analyse, context),
    explore: raw.explore && resolveExplore(raw.explore, context),
    download: raw.download && resolveDownload(raw.download, context),
    import: raw.import && resolveImport(raw.import, context),
  });
  for (const name of TOOL_NAMES) if (tools[name]) context.nodes.set(tools[name], raw[name]!);
  return tools;
}

function resolveAnalyse(raw: RawTool<'analyse'>, context: ResolveContext): Tools['analyse'] {
  const common = resolveCommon(raw, context);
  const list = raw.first ?? [];
  const first = list.flatMap(
    (id, key) => lookUp('group', id, { node: list, key }, context)?.id ?? [],
  );
  return common && { ...common, first, timeout: durationOf(raw.timeout ?? DEFAULT_TIMEOUT) };
}

function resolveExplore(raw: RawTool<'explore'>, context: ResolveContext): Tools['explore'] {
  const common = resolveCommon(raw, context);
  const areas = resolveAreas(raw, context);
  if (!common || !areas) return undefined;
  return { ...common, ...areas };
}

function resolveDownload(raw: RawTool<'download'>, context: ResolveContext): Tools['download'] {
  const common = resolveCommon(raw, context);
  const maxArea = Number.parseFloat(raw['max-area'] ?? DEFAULT_MAX_AREA);
  return common && { ...common, maxArea, formats: raw.formats ?? ALL_FORMATS };
}

function resolveImport(raw: RawTool<'import'>, context: ResolveContext): Tools['import'] {
  const common = resolveCommon(raw, context);
  const bytesOf = (size: string): number => Math.floor(Number.parseFloat(size) * BYTES_PER_MIB);
  return (
    common && {
      ...common,
      maxSize: bytesOf(raw['max-size'] ?? DEFAULT_MAX_SIZE),
      maxSizeOther: bytesOf(raw['max-size-other'] ?? DEFAULT_MAX_SIZE_OTHER),
      maxEntries: raw['max-entries'] ?? DEFAULT_MAX_ENTRIES,
    }
  );
}

/** Undefined when the level is unknown. */
function resolveCommon(raw: RawCommon, context: ResolveContext): ToolCommon | undefined {
  const { texts } = context;
  const permission = lookUp('level', raw.permission, { node: raw, key: 'permission' }, context);
  const name = texts.resolveOptional(raw, 'name');
  const about = texts.resolveOptional(raw, 'about');
  return permission && present({ order: raw.order ?? LAST, name, about, permission });
}
