/** Reads a GeoPackage with the driver of the server. */
import { extname } from 'node:path';
import {
  conversionOf,
  definitionOf,
  featuresOfLayer,
  openGeopackage,
  UnreadableData,
  type GeopackageLayer,
  type SqlFile,
} from 'atlas-engine/readers';
import { Database } from '../../store/sqlite/driver.ts';
import { inLists } from './in-lists.ts';

/**
 * Yields the features of a layer, in longitude and latitude, in lists. Without `wanted` there must be exactly
 * one layer. Throws `UnreadableData` with `name` in the message.
 */
export function* readGeopackage(path: string, name: string, wanted?: string): Generator<unknown[]> {
  let database: Database | null = null;
  try {
    database = new Database(path, { immutable: true });
    yield* inLists(featuresOf(fileOf(database), name, wanted));
  } catch (error) {
    if (error instanceof UnreadableData) throw error;
    throw new UnreadableData(`The file \`${name}\` is not a GeoPackage, or it is damaged.`);
  } finally {
    database?.close();
  }
}

function fileOf(database: Database): SqlFile {
  return {
    run: (sql) => database.run(sql),
    all: (sql, ...values) => database.prepare(sql).all(...values),
    iterate: (sql) => database.prepare(sql).iterate(),
  };
}

function featuresOf(file: SqlFile, name: string, wanted: string | undefined): Iterable<unknown> {
  const layer = layerOf(file, name, wanted);
  const definition = definitionOf(file, layer);
  const base = name.slice(0, -extname(name).length);
  const convert =
    definition === null
      ? null
      : conversionOf(definition, {
          file: name,
          convert: `ogr2ogr -t_srs EPSG:4326 ${base}-wgs84.gpkg ${name}`,
        });
  return featuresOfLayer(file, layer, { name, convert });
}

function layerOf(file: SqlFile, name: string, wanted: string | undefined): GeopackageLayer {
  const { layers, others } = openGeopackage(file, name);
  if (layers.length === 0)
    throw new UnreadableData(
      `The GeoPackage \`${name}\` has no layer with geometries${others.length > 0 ? `, only ${others.join(', ')}` : ''}. In QGIS, save a layer of points, lines or polygons into it.`,
    );
  if (wanted !== undefined && others.includes(wanted))
    throw new UnreadableData(
      `\`${wanted}\` in the GeoPackage \`${name}\` is a table without geometries. Its layers with geometries are: ${layers.map(({ table }) => table).join(', ')}.`,
    );
  const layer =
    wanted === undefined
      ? layers.length === 1 && layers[0]
      : layers.find(({ table }) => table === wanted);
  if (layer) return layer;
  const known = layers.map(({ table }) => table);
  throw new UnreadableData(
    wanted === undefined
      ? `The GeoPackage \`${name}\` has several layers: ${known.join(', ')}. Choose one with \`layer\`.`
      : `The GeoPackage \`${name}\` has no layer \`${wanted}\`. Its layers are: ${known.join(', ')}.`,
    { lacks: { what: 'layer', key: 'layer', found: wanted ?? '', known } },
  );
}
