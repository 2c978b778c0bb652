/**
 * Changes to the sources of MapLibre in the build. Each is proposed to its maintainers
 * (docs/maplibre.md). The version of MapLibre is fixed; with another one, the build and a test fail
 * when a part is no longer there.
 */

/** A part of a file of MapLibre, and what replaces it. */
interface Change {
  readonly from: string;
  readonly to: string;
}

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
