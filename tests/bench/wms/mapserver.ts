/** MapServer as FastCGI behind nginx, the reference of row 15. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { COLORS, type Scene } from './scene.ts';

/** The required programs, by the Debian package that contains each. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'cgi-mapserver': '/usr/lib/cgi-bin/mapserv',
  'spawn-fcgi': '/usr/bin/spawn-fcgi',
  nginx: '/usr/sbin/nginx',
  'gdal-bin': '/usr/bin/ogr2ogr',
  'mapserver-bin': '/usr/bin/shptree',
};

/** Returns the packages that are missing. */
export function missingForMapServer(): readonly string[] {
  return Object.keys(PROGRAMS).filter((name) => !existsSync(PROGRAMS[name]!));
}

export interface MapServer {
  /** The address, which ends in `?`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Writes the polygons as a shapefile with an index, and serves them with the colours of the scene.
 * Throws if the server does not answer.
 */
export async function startMapServer({ folder, geojson }: Scene): Promise<MapServer> {
  const shapes = join(folder, 'parcels.shp');
  execFileSync(PROGRAMS['gdal-bin']!, ['-q', '-select', 'kind', shapes, geojson]);
  execFileSync(PROGRAMS['mapserver-bin']!, [shapes], { stdio: 'ignore' });
  const mapfile = join(folder, 'parcels.map');
  writeFileSync(mapfile, describeMap(shapes));
  const [fcgi, http] = [await freePort(), await freePort()];
  const conf = join(folder, 'nginx.conf');
  writeFileSync(conf, describeNginx(folder, { fcgi, http }));
  const config = join(folder, 'mapserver.conf');
  writeFileSync(config, `CONFIG ENV MS_MAPFILE "${mapfile}" MS_MAP_PATTERN "." END END\n`);
  const mapserv = PROGRAMS['cgi-mapserver']!;
  const address = ['-a', '127.0.0.1', '-p', String(fcgi)];
  const mapserver = start(PROGRAMS['spawn-fcgi']!, ['-n', ...address, '--', mapserv], {
    MAPSERVER_CONFIG_FILE: config,
  });
  const nginx = start(PROGRAMS['nginx']!, ['-e', join(folder, 'nginx.log'), '-c', conf]);
  const close = async (): Promise<void> => {
    await end(nginx);
    // With another signal, it would wait for one more request before it ends.
    await end(mapserver, 'SIGKILL');
  };
  const url = `http://127.0.0.1:${http}/?`;
  if (await answers(`${url}service=WMS&request=GetCapabilities&version=1.1.1`)) {
    return { url, close };
  }
  await close();
  throw new Error('MapServer does not answer.');
}

function start(
  command: string,
  options: readonly string[],
  more: Readonly<Record<string, string>> = {},
): ChildProcess {
  const env = { ...process.env, ...more };
  return spawn(command, options, { stdio: ['ignore', 'ignore', 'inherit'], env });
}

/** Ends a process and waits until it has exited; does nothing if it already has. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** Waits up to ten seconds until a server answers. */
async function answers(url: string): Promise<boolean> {
  for (let tries = 0; tries < 50; tries += 1) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    // Errors in its configuration are pages with status 200.
    if (answer?.ok && (await answer.text()).includes('WMT_MS_Capabilities')) return true;
    await wait(200);
  }
  return false;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/**
 * Returns the MapServer configuration: half-transparent areas with opaque outlines of one pixel, as
 * this server's WMS draws them.
 */
function describeMap(shapes: string): string {
  const classes = Object.entries(COLORS).map(
    ([kind, color]) => `
    CLASS
      EXPRESSION "${kind}"
      STYLE COLOR ${color.join(' ')} OPACITY 50 END
      STYLE OUTLINECOLOR ${color.join(' ')} WIDTH 1 END
    END`,
  );
  return `MAP
  NAME "bench"
  EXTENT 8 -14 32 12
  SIZE 256 256
  PROJECTION "init=epsg:4326" END
  OUTPUTFORMAT NAME "png" DRIVER "AGG/PNG" MIMETYPE "image/png" IMAGEMODE RGBA TRANSPARENT ON END
  WEB METADATA "wms_title" "bench" "wms_enable_request" "*" "wms_srs" "EPSG:3857 EPSG:4326" END END
  LAYER
    NAME "parcels"
    TYPE POLYGON
    STATUS ON
    DATA "${shapes}"
    PROJECTION "init=epsg:4326" END
    METADATA "wms_title" "parcels" END
    CLASSITEM "kind"${classes.join('')}
  END
END
`;
}

function describeNginx(folder: string, { fcgi, http }: { fcgi: number; http: number }): string {
  const variables = {
    QUERY_STRING: '$query_string',
    REQUEST_METHOD: '$request_method',
    SCRIPT_NAME: '/',
    SERVER_NAME: '127.0.0.1',
    SERVER_PORT: '$server_port',
  };
  const given = Object.entries(variables).map(([name, value]) => `fastcgi_param ${name} ${value};`);
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const places = own.map((name) => `${name}_temp_path ${join(folder, name)};`);
  // A worker under another account could not read the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `${user} daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')};
events {}
http {
  access_log off;
  ${places.join(' ')}
  upstream map { server 127.0.0.1:${fcgi}; keepalive 1; }
  server {
    listen 127.0.0.1:${http};
    location / { fastcgi_pass map; fastcgi_keep_conn on; ${given.join(' ')} }
  }
}
`;
}
