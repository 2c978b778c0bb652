import type { Condition, Dataset } from 'atlas-engine';
import { cutsOf, type LevelCut } from '../../server/load/cuts-of.ts';
import { gatherFeatures } from '../../server/load/gather-features.ts';
import { FeatureRows } from '../../server/load/rows/feature-rows.ts';
import type { FirstZooms, Reason } from '../../server/load/thinning/first-zooms.ts';
import { asksOf, thinCut } from '../../server/load/thinning/thin-dataset.ts';
import { tileLimits } from '../../server/load/tile-limits.ts';
import { printResult, type CommandIo, type ExitCode } from '../../host/common/command.ts';
import { openValid, pick } from '../../host/config/valid-config.ts';

/** How the tiles of a cut are thinned, and why a feature has its first zoom. */
interface TileProfile {
  readonly levels: readonly string[];
  /** The zoom from which on all features are in the tiles. */
  readonly whole: number;
  readonly zooms: ReturnType<FirstZooms['table']>;
  readonly feature?: {
    readonly id: number;
    readonly zoom: number;
    readonly why: readonly string[];
  };
}

/**
 * Prints how many features the tiles of a dataset show at each zoom, and how large they are; with
 * `why`, the first zoom of a feature and the rule that set it. It computes what a load would.
 */
export async function profileTiles(
  options: { readonly config: string; readonly dataset: string; readonly why?: number },
  io: CommandIo,
): Promise<ExitCode> {
  const config = await openValid(options.config, io);
  if (!config) return 1;
  const { model } = config.atlas;
  const dataset = pick(model.datasets, options.dataset, 'dataset');
  const input = await config.inputs.of(dataset);
  const limits = tileLimits(dataset);
  if (input?.kind !== 'features' || !limits) {
    io.err(`The dataset \`${dataset.id}\` has no tiles of its own.`);
    return 1;
  }
  const rows = new FeatureRows(dataset);
  try {
    await gatherFeatures(dataset, input, rows);
    rows.assignIds();
    const watched = options.why === undefined ? undefined : rows.ids.indexOf(options.why);
    if (watched === -1) {
      io.err(`The dataset \`${dataset.id}\` has no feature with the id ${options.why}.`);
      return 1;
    }
    const cuts = cutsOf(dataset, model.levels);
    const found = await Promise.all(cuts.map((cut) => profileCut({ dataset, cut, rows, watched })));
    printResult(io, found, () =>
      [
        `${dataset.id}: ${rows.count} features, tiles of zoom ${limits.minzoom} to ${limits.maxzoom}, of at most ${limits.budget / 1000} kB below zoom ${limits.maxzoom}`,
        ...found.flatMap((cut) => ['', ...render(cut, rows.count)]),
      ].join('\n'),
    );
    return 0;
  } finally {
    rows.close();
  }
}

/** Thins a cut; with `watched`, a row, it says why this has its first zoom. */
async function profileCut({
  dataset,
  cut,
  rows,
  watched,
}: {
  readonly dataset: Dataset;
  readonly cut: LevelCut;
  readonly rows: FeatureRows;
  readonly watched: number | undefined;
}): Promise<TileProfile> {
  const zooms = (await thinCut(dataset, cut, rows, watched))!;
  const profile = { levels: cut.levels, whole: zooms.whole, zooms: zooms.table() };
  if (watched === undefined) return profile;
  const zoom = zooms.first[watched]!;
  const why = linesOf(zoom, { dataset, cut, reasons: zooms.reasons(watched) });
  return { ...profile, feature: { id: rows.ids[watched]!, zoom, why } };
}

function render({ levels, whole, zooms, feature }: TileProfile, count: number): string[] {
  const head = `seen with ${levels.join(', ')}: all features from zoom ${whole}`;
  const rows = zooms.map(({ zoom, shown, bytes }) => {
    const share = `${((100 * shown) / Math.max(1, count)).toPrecision(3)} %`;
    const size = `${Math.ceil(bytes / 1000)} kB`;
    return `  zoom ${String(zoom).padStart(2)}  ${String(shown).padStart(9)}  ${share.padStart(8)}  ${size.padStart(8)}`;
  });
  const why = feature
    ? [`  feature ${feature.id}: from zoom ${feature.zoom}`, ...feature.why.map((w) => `    ${w}`)]
    : [];
  return [head, ...rows, ...why];
}

interface Why {
  readonly dataset: Dataset;
  readonly cut: LevelCut;
  readonly reasons: readonly Reason[];
}

/** Words the reasons: where it did not fit last, and for what it is kept. */
function linesOf(zoom: number, { dataset, cut, reasons }: Why): string[] {
  const asks = asksOf(dataset, cut.fields);
  const full = reasons
    .filter(({ ask }) => ask === undefined)
    .reduce<Reason | null>((last, reason) => (last && last.z >= reason.z ? last : reason), null);
  const kept = reasons.find(({ ask, z }) => ask !== undefined && z === zoom);
  if (!full) return ['it fits into all tiles'];
  const at = ({ z, x, y }: Reason): string => `${z}/${x}/${y}`;
  return [
    `it does not fit into tile ${at(full)}: the features before it fill the budget`,
    ...(kept && zoom <= full.z
      ? [
          `it is kept as the first in tile ${at(kept)} with ${asks[kept.ask!]!.map(word).join(' and ')}`,
        ]
      : []),
  ];
}

function word(condition: Condition): string {
  const { field } = condition;
  switch (condition.kind) {
    case 'equals':
      return `${field}: ${condition.values.join(' or ')}`;
    case 'not':
      return `${field} other than ${condition.values.join(', ')}`;
    case 'range':
      return `${field} from ${condition.min ?? 'any'} to ${condition.max ?? 'any'}`;
    case 'present':
      return condition.present ? field : `no ${field}`;
  }
}
