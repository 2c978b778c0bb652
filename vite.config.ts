/**
 * How the browser application is built: `app/` goes in, `dist/app/` comes out.
 *
 * MapLibre is taken from its package's own `src`, so that its main part and its worker are cut
 * from one module graph and share one chunk; the published files carry that shared code twice.
 */
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { changeMaplibre } from './scripts/change-maplibre.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const MAPLIBRE_SRC = here('./node_modules/maplibre-gl/src');
/** Components and libraries import React; the application runs on Preact, which is a third as large. */
const PREACT = [
  { find: /^react\/jsx-(?:dev-)?runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react(?:-dom)?$/, replacement: 'preact/compat' },
];
/** Modules that the entry script and lazy chunks share. */
const LIBRARIES =
  /node_modules\/(?:preact|mobx|mobx-react-lite|i18next|react-i18next|use-sync-external-store)\/|engine\/runtime\/(?:pick-ground|translate)\.ts$|app\/ui\/common\/(?:atlas-context|rich-text)\.tsx?$/;
/** What checks answers: one request for it, with the first tool that needs it. */
const SCHEMAS = /engine\/http\/(?:common|features|fits|shape)\.ts$/;
/** What the search and the tools share about places: one request. */
const PLACES = /app\/(?:coordinates\/|ui\/search\/open-found)|lucide-react\/.*\/map-pin\.\w+$/;
const WORKER_MODULE = 'virtual:map-worker-address';
const PROGRAMS_MODULE = 'virtual:map-programs';
/** The worker itself: requests end after a timeout, outlines are drawn once, then MapLibre's part. */
const WORKER = '\0map-worker';

/**
 * Resolves `virtual:map-worker-address` to the address of MapLibre's worker. In a build the worker
 * is an entry chunk of the same graph, named `map-worker` in the manifest.
 */
function mapWorker(): Plugin {
  let building = false;
  let reference = '';
  return {
    name: 'atlas-map-worker',
    enforce: 'pre',
    configResolved(config) {
      building = config.command === 'build' && !config.build.ssr;
    },
    buildStart() {
      if (!building) return;
      reference = this.emitFile({
        type: 'chunk',
        id: WORKER,
        name: 'map-worker',
      });
    },
    resolveId(id, importer) {
      if (id === WORKER) return id;
      // The worker has a copy: it would request a file for this module alone, and so would the page.
      if (id.endsWith('/net/deadline.ts') && importer?.endsWith('/end-late-requests.ts'))
        return `${here('./app/net/deadline.ts')}?copy`;
      return id === WORKER_MODULE ? `\0${WORKER_MODULE}` : undefined;
    },
    load(id) {
      if (id === WORKER)
        return `
          import '${here('./app/map/end-late-requests.ts')}';
          import { LineBucket } from '${MAPLIBRE_SRC}/data/bucket/line_bucket.ts';
          import { drawOutlinesOnce } from '${here('./app/map/outlines-once.ts')}';
          import '${MAPLIBRE_SRC}/source/worker.ts';
          drawOutlinesOnce(LineBucket);`;
      if (id !== `\0${WORKER_MODULE}`) return undefined;
      return building
        ? `export default import.meta.ROLLUP_FILE_URL_${reference};`
        : `export { default } from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';`;
    },
  };
}

/**
 * Changes the sources of MapLibre (scripts/change-maplibre.ts). Resolves `virtual:map-programs` to the
 * parts of it that app/map/link-programs.ts needs.
 */
function changedMaplibre(): Plugin {
  return {
    name: 'atlas-changed-maplibre',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === PROGRAMS_MODULE ? `\0${PROGRAMS_MODULE}` : undefined),
    load: (id) =>
      id === `\0${PROGRAMS_MODULE}`
        ? `
          export { EvaluationParameters } from '${MAPLIBRE_SRC}/style/evaluation_parameters.ts';
          export { ProgramConfiguration } from '${MAPLIBRE_SRC}/data/program_configuration.ts';`
        : undefined,
    transform: (code, id) =>
      id.startsWith(MAPLIBRE_SRC)
        ? changeMaplibre(id.slice(MAPLIBRE_SRC.length + 1), code)
        : undefined,
  };
}

/**
 * Announces the map's chunks in the page at low priority: they are on their way while the shell
 * starts, without standing before it.
 */
function preloadMap(): Plugin {
  let base = '/';
  return {
    name: 'atlas-preload-map',
    apply: 'build',
    configResolved(config) {
      base = config.base;
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const wanted = new Set<string>();
        for (const chunk of Object.values(bundle ?? {})) {
          if (chunk.type !== 'chunk') continue;
          if (chunk.name !== 'map-worker' && chunk.name !== 'map-binding') continue;
          for (const file of [chunk.fileName, ...chunk.imports]) wanted.add(file);
        }
        const entry = Object.values(bundle ?? {}).find(
          (c) => c.type === 'chunk' && c.name === 'index',
        );
        if (entry?.type === 'chunk') {
          for (const file of [entry.fileName, ...entry.imports]) wanted.delete(file);
        }
        return [...wanted].sort().map((file): HtmlTagDescriptor => ({
          tag: 'link',
          injectTo: 'head',
          attrs: {
            rel: 'modulepreload',
            crossorigin: true,
            fetchpriority: 'low',
            href: `${base}${file}`,
          },
        }));
      },
    },
  };
}

/**
 * Puts the style sheet and the scripts at the end of the page. The outline, whose styles are in the
 * page itself, is then shown as soon as the page has arrived, and on a slow line nothing shares the
 * line with the page.
 */
function filesLast(): Plugin {
  const tags =
    /\s*<(?:script type="module"[^>]*><\/script>|link rel="(?:stylesheet|modulepreload)"[^>]*>)/g;
  const rank = (tag: string): number => (tag.includes('rel="stylesheet"') ? 0 : 1);
  return {
    name: 'atlas-files-last',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const files = (html.match(tags) ?? []).sort((a, b) => rank(a) - rank(b));
        return html.replace(tags, '').replace('</body>', `${files.join('').trim()}\n  </body>`);
      },
    },
  };
}

export default defineConfig(({ command }) => ({
  root: here('./app'),
  base: '/',
  // Scripts find each other in any folder; only the page names them from the root.
  experimental: {
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  publicDir: false,
  plugins: [mapWorker(), changedMaplibre(), preloadMap(), filesLast()],
  resolve: {
    // The engine from its sources, not from what was last built of it.
    conditions: ['atlas-source', ...defaultClientConditions],
    // The package's `exports` hide `src`, hence the alias to the file.
    alias: [
      ...PREACT,
      ...(command === 'build'
        ? [
            { find: /^maplibre-gl$/, replacement: `${MAPLIBRE_SRC}/index.ts` },
            {
              find: /^\.\.?\/(?:source\/)?vector_tile_mlt\.ts$/,
              replacement: here('./app/map/no-mlt.ts'),
            },
          ]
        : []),
    ],
  },
  // MapLibre's sources rely on fields without initializer staying undeclared; without these two
  // its constructors overwrite what their parents set ("Cannot set properties of undefined").
  oxc: {
    typescript: { removeClassFieldsWithoutInitializer: true },
    assumptions: { setPublicClassFields: true },
  },
  // A worker that imports code on demand has it in a file of its own.
  worker: { format: 'es' },
  build: {
    outDir: here('./dist/app'),
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsDir: 'assets',
    target: 'es2022',
    // Fonts and pictures stay files: the content security policy allows no `data:` fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // `sql.js` names modules of Node that it does not use in a browser, and `react-router` functions
      // of React that it does not need.
      onLog: (level, log, handle) => {
        // Libraries mark components as code of browsers, which this build is for.
        if (log.code === 'MODULE_LEVEL_DIRECTIVE') return;
        if (log.code === 'IMPORT_IS_UNDEFINED' && log.id?.includes('/react-router/')) return;
        if (!/"node:(?:fs|crypto)" has been externalized/.test(log.message)) handle(level, log);
      },
      input: { index: here('./app/index.html') },
      // One request for them instead of two; they change more rarely than the entry script.
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', test: LIBRARIES },
            { name: 'schemas', test: SCHEMAS },
            // What the entry script has stays there.
            { name: 'places', test: PLACES, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
}));
