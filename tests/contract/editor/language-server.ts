import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  CompletionRequest,
  ConfigurationRequest,
  createProtocolConnection,
  type Diagnostic,
  DidOpenTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  MarkupContent,
  type Position,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node.js';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The cursor in a text, for completions and hovers. */
const CURSOR = '|';

/** The requests of an editor with the YAML extension. Each call opens a file again. */
export interface Editor {
  /** Returns the reports about a text, as a file at `path` below the root of the project. */
  diagnose(path: string, text: string): Promise<readonly Diagnostic[]>;
  /** Returns the completions at `|` in the text. */
  complete(path: string, text: string): Promise<readonly string[]>;
  /** Returns the hover text at `|` in the text; empty when there is none. */
  hover(path: string, text: string): Promise<string>;
  close(): Promise<void>;
}

/** The settings of the extension, without schemas from the network. */
const SETTINGS = {
  yaml: {
    validate: true,
    hover: true,
    completion: true,
    schemaStore: { enable: false },
    kubernetesCRDStore: { enable: false },
  },
};

/** Starts the language server of the YAML extension. */
export async function startEditor(): Promise<Editor> {
  const program = join(ROOT, 'node_modules/yaml-language-server/bin/yaml-language-server');
  const server = spawn(process.execPath, [program, '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  await handshake(connection);
  const waiting = new Map<string, (diagnostics: readonly Diagnostic[]) => void>();
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) =>
    waiting.get(uri)?.(diagnostics),
  );
  let opened = 0;
  const uriOf = (path: string): string => {
    const uri = pathToFileURL(join(ROOT, path));
    uri.searchParams.set('opened', String(opened++));
    return uri.href;
  };
  const open = (uri: string, text: string): Promise<void> =>
    connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId: 'yaml', version: 1, text },
    });
  const ask = async (path: string, marked: string) => {
    const uri = uriOf(path);
    await open(uri, marked.replace(CURSOR, ''));
    return { textDocument: { uri }, position: positionOf(marked) };
  };
  return {
    diagnose: async (path, text) => {
      const uri = uriOf(path);
      const answer = new Promise<readonly Diagnostic[]>((resolve) => waiting.set(uri, resolve));
      await open(uri, text);
      return answer;
    },
    complete: async (path, text) => {
      const answer = await connection.sendRequest(CompletionRequest.type, await ask(path, text));
      const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
      return items.map(({ label }) => label);
    },
    hover: async (path, text) => {
      const answer = await connection.sendRequest(HoverRequest.type, await ask(path, text));
      return MarkupContent.is(answer?.contents) ? answer.contents.value : '';
    },
    close: async () => {
      const ended = once(server, 'exit');
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      await ended;
      connection.dispose();
    },
  };
}

/** Initialises the client, and waits until the server has requested its settings. */
async function handshake(connection: ProtocolConnection): Promise<void> {
  const settled = new Promise<void>((resolve) => {
    connection.onRequest(ConfigurationRequest.type, ({ items }) => {
      setImmediate(resolve);
      return items.map(({ section }) => (section === 'yaml' ? SETTINGS.yaml : {}));
    });
  });
  connection.listen();
  await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(ROOT).href,
    workspaceFolders: [{ uri: pathToFileURL(ROOT).href, name: 'atlas' }],
    capabilities: {
      workspace: { configuration: true, workspaceFolders: true },
      textDocument: { hover: { contentFormat: ['markdown'] }, publishDiagnostics: {} },
    },
  });
  await connection.sendNotification(InitializedNotification.type, {});
  await settled;
}

function positionOf(marked: string): Position {
  const lines = marked.slice(0, marked.indexOf(CURSOR)).split('\n');
  return { line: lines.length - 1, character: lines.at(-1)!.length };
}
