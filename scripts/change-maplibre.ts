/**
 * Changes to the sources of MapLibre in the build. Each is proposed to its maintainers
 * (docs/maplibre.md). The version of MapLibre is fixed; with another one, the build and a test fail
 * when a part is no longer there.
 */
import { fileURLToPath } from 'node:url';

/** A part of a file of MapLibre, and what replaces it. */
interface Change {
  readonly from: string;
  readonly to: string;
}

const STEPS = fileURLToPath(new URL('../app/map/tile-steps.ts', import.meta.url));

/** The changes by file under `maplibre-gl/src`. */
export const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  // The constructor of a program compiles and links. It no longer waits for the result, which the
  // first draw reads.
  'webgl/program.ts': [
    {
      from: 'gl.linkProgram(this.program);\n',
      to: 'gl.linkProgram(this.program);\n        this.finish = () => {\n        this.finish = null;\n',
    },
    {
      from: 'configuration.getUniforms(context, uniformLocations) : [];\n    }\n',
      to: 'configuration.getUniforms(context, uniformLocations) : [];\n        };\n    }\n',
    },
    {
      from: 'if (this.failedToCreate) return;\n\n        context.program.set(',
      to: 'this.finish?.();\n        if (this.failedToCreate) return;\n\n        context.program.set(',
    },
  ],
  // The engine's tests validate the styles. The browser does not, and leaves the validators out.
  'style/validate_style.ts': [
    {
      from: 'import {latest as styleSpec, validateStyleMin} from',
      to: 'import {latest as styleSpec} from',
    },
    {
      from: '(validateStyleMin as unknown as ValidateStyle)',
      to: '((() => []) as unknown as ValidateStyle)',
    },
    {
      from: 'if (options?.validate === false) {\n        return false;\n    }\n    return emitValidationErrors(emitter, validator({\n        styleSpec,\n        ...params\n    }));',
      to: 'return false;',
    },
  ],
  // A tile with names is read in two steps, so that its geometry does not wait for the fonts.
  'source/worker_tile.ts': [
    {
      from: 'import {FeatureIndex}',
      to: `import {tileSteps} from '${STEPS}';\nimport {FeatureIndex}`,
    },
    {
      from: 'subdivisionGranularity: SubdivisionGranularitySetting): Promise<WorkerTileResult> {',
      to: "subdivisionGranularity: SubdivisionGranularitySetting, step?: 'first' | 'second'): Promise<WorkerTileResult> {",
    },
    {
      from: 'const layerFamilies = layerIndex.familiesBySource[this.source];\n',
      to: 'const layerFamilies = layerIndex.familiesBySource[this.source];\n        const steps = tileSteps(layerFamilies, step);\n',
    },
    {
      from: 'for (let index = 0; index < sourceLayer.length; index++) {',
      to: 'const isOther = layerFamilies[sourceLayerId].every(steps.isOther);\n            for (let index = 0; !isOther && index < sourceLayer.length; index++) {',
    },
    {
      from: 'if (layer.isHidden(this.zoom, true)) continue;\n',
      to: `if (layer.isHidden(this.zoom, true)) continue;
                if (steps.isOther(family)) {
                    steps.leave(family);
                    // The buckets of both steps have their places in the same list.
                    featureIndex.bucketLayerIDs.push(family.map((l) => l.id));
                    continue;
                }
`,
    },
    {
      from: '            featureIndex,\n            collisionBoxArray: this.collisionBoxArray,\n            glyphAtlasImage: glyphAtlas.image,\n            imageAtlas,\n',
      to: '            ...steps.result({featureIndex, glyphAtlasImage: glyphAtlas.image, imageAtlas}),\n            collisionBoxArray: this.collisionBoxArray,\n',
    },
  ],
  'source/vector_tile_worker_source.ts': [
    {
      from: 'this.actor, params.subdivisionGranularity);',
      to: 'this.actor, params.subdivisionGranularity, params.step);',
    },
  ],
  'source/vector_tile_source.ts': [
    {
      from: "messageType = MessageType.loadTile;\n        } else if (tile.state === 'loading') {",
      to: "messageType = MessageType.loadTile;\n            if (!tile.hasData()) params.step = 'first';\n        } else if (tile.state === 'loading') {",
    },
    {
      from: '        tile.abortController = new AbortController();\n        let data: WorkerTileResult | null;\n',
      to: "        if (tile.hasSecondStep && messageType === MessageType.reloadTile) params.step = 'second';\n        tile.hasSecondStep = false;\n        tile.abortController = new AbortController();\n        let data: WorkerTileResult | null;\n",
    },
    {
      from: '        this._reloadIfRequestedWhileLoading(tile);\n        return result;',
      to: '        tile.hasSecondStep = data?.hasSecondStep === true && !tile.reloadPromise;\n        this._reloadIfRequestedWhileLoading(tile);\n        return result;',
    },
  ],
  'tile/tile_manager.ts': [
    {
      from: '            this._tileLoaded(tile, id, state, hadData, result);\n        } catch',
      to: "            this._tileLoaded(tile, id, state, hadData, result);\n            if (tile.hasSecondStep) this._reloadTile(id, 'reloading');\n        } catch",
    },
  ],
  'tile/tile.ts': [
    {
      from: "        if (this.hasData()) {\n            this.unloadVectorData();\n        }\n\n        this.state = 'loaded';\n",
      to: "        const first = data?.isSecondStep && this.hasData() ? this.buckets : {};\n        if (this.hasData() && !data?.isSecondStep) {\n            this.unloadVectorData();\n        }\n\n        this.state = 'loaded';\n",
    },
    {
      from: 'this.buckets = deserializeBucket(data.buckets, style);',
      to: 'this.buckets = {...first, ...deserializeBucket(data.buckets, style)};',
    },
    {
      from: 'this.dashPositions = data.dashPositions;',
      to: 'this.dashPositions = {...this.dashPositions, ...data.dashPositions};',
    },
  ],
};

/** Changes a file of MapLibre. Throws if it does not have each part once. */
export function changeMaplibre(file: string, source: string): string {
  return (CHANGES[file] ?? []).reduce((changed, { from, to }) => {
    const [before, after, ...more] = changed.split(from);
    if (after === undefined || more.length > 0)
      throw new Error(`This version of MapLibre does not have this part of ${file} once:\n${from}`);
    return `${before}${to}${after}`;
  }, source);
}
