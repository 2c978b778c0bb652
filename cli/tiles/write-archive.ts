/** Writes the tiles of a dataset as a PMTiles archive. */
import { present } from 'atlas-engine/runtime';
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AtlasModel, Dataset } from 'atlas-engine';
import type { AllowedCut } from '../../server/access/policies.ts';
import { derivedLayers, tileFieldType } from '../../server/routes/tiles/tile-layer.ts';
import type { Store } from '../../server/store/open-store.ts';
import { writePmtiles } from '../../server/pmtiles/write-pmtiles.ts';
import { recordPublished } from '../../host/config/published.ts';
import { UsageError } from '../../host/common/command.ts';
import { tilesOf } from './dataset-tiles.ts';

/** An archive in the manifest. */
export interface ArchiveEntry {
  readonly dataset: string;
  /** File name in the folder. */
  readonly file: string;
  /** Version of the data in public addresses of the server. */
  readonly version: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
  readonly tiles: number;
  /** Name of the layer in the tiles. */
  readonly layer: string;
  readonly minzoom: number;
  readonly maxzoom: number;
  /** The bounds `[west, south, east, north]` in degrees. */
  readonly bounds: readonly number[];
  /** The types of the fields, as in TileJSON. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A dataset with tiles, and the part of it that everyone may see. */
export interface OpenDataset {
  readonly dataset: Dataset;
  readonly cut: AllowedCut;
}

/**
 * Writes the archive of a dataset and records it; a copy in a project is recorded as its dataset. Returns
 * null if the dataset has no features.
 */
export async function writeArchive(
  { dataset, cut }: OpenDataset,
  { model, store, out, record }: { model: AtlasModel; store: Store; out: string; record: string },
): Promise<ArchiveEntry | null> {
  const { id } = dataset;
  const { minzoom, maxzoom } = dataset.feeds.tiles!;
  const everyone = model.levels[0]!.id;
  const before = await store.status(id);
  if (!before?.bounds) return null;
  const made = await tilesOf(store, {
    cut: { dataset: id, fields: cut.fields },
    layer: id,
    minzoom,
    maxzoom,
  });
  const version = before.versions[everyone]!;
  if ((await store.status(id))?.versions[everyone] !== version)
    throw new UsageError(
      `The dataset \`${id}\` was loaded again meanwhile. Run the command again.`,
    );
  if (made.length === 0) return null;
  const fields = Object.fromEntries(
    cut.fields.map((name) => [name, tileFieldType(dataset.fields.get(name)?.type)]),
  );
  const file = `${id}.pmtiles`;
  const recorded = dataset.within?.of ?? id;
  await recordPublished(record, {
    dataset: recorded,
    file: `${recorded}.pmtiles`,
    fields: cut.fields,
  });
  await mkdir(out, { recursive: true });
  const { info } = dataset;
  const provider = info.provider?.[model.locales.default];
  const { bytes, addressed } = writePmtiles(join(out, file), {
    tiles: made,
    tileType: 'mvt',
    bounds: before.bounds,
    minzoom,
    maxzoom,
    metadata: present({
      name: id,
      version,
      attribution: provider || undefined,
      licence: info.licence ?? info.terms?.name[model.locales.default],
      vector_layers: [
        { id, minzoom, maxzoom, fields },
        ...derivedLayers(id, dataset.derived, fields),
      ],
    }),
  });
  const sha256 = createHash('sha256')
    .update(await readFile(join(out, file)))
    .digest('hex');
  return {
    dataset: id,
    file,
    version,
    sha256,
    bytes,
    tiles: addressed,
    layer: id,
    minzoom,
    maxzoom,
    bounds: before.bounds,
    fields,
  };
}
