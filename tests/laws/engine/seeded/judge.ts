import {
  loadAtlas,
  readAtlas,
  type AtlasModel,
  type ConfigFolder,
  type DatasetProfile,
  type Diagnostic,
  type Facts,
} from 'atlas-engine';
import type { OpenConfig } from '../../../../host/config/open-config.ts';
import { frameOf } from '../../../../server/load/data-facts.ts';
import { profileFeatures } from '../../../../server/load/profile-features.ts';
import type { Fault } from './fault.ts';
import type { Range } from './spots.ts';

/** The diagnostics of one seeded fault. */
export interface Verdict {
  readonly fault: Fault;
  readonly messages: readonly Diagnostic[];
  /** Whether there is exactly one message, error or warning. */
  readonly one: boolean;
  /** Whether the first message is on the line of the fault, and overlaps or touches it. */
  readonly atFault: boolean;
}

/** Loads the atlas with the fault and the facts about its data, as `atlas check` does. */
export async function judge(fault: Fault, shipped: OpenConfig): Promise<Verdict> {
  const { files } = shipped.folder;
  const changed = files.map((file) =>
    file.path === fault.file ? { path: file.path, text: fault.text } : file,
  );
  const folder = { ...shipped.folder, files: changed };
  const facts = fault.kind.data ? await factsOf(folder, shipped) : shipped.facts;
  const messages = diagnosticsOf(folder, facts);
  const [first] = messages;
  const atFault = first !== undefined && fault.places.some((place) => touches(first, fault, place));
  return { fault, messages, one: messages.length === 1, atFault };
}

function diagnosticsOf(folder: ConfigFolder, facts: Facts): readonly Diagnostic[] {
  const atlas = loadAtlas(folder, facts);
  return atlas.ok ? atlas.warnings : atlas.diagnostics;
}

/** Returns the facts of the shipped atlas; data with other bounds are profiled again. */
async function factsOf(folder: ConfigFolder, { atlas, facts, inputs }: OpenConfig): Promise<Facts> {
  const { model } = readAtlas(folder);
  if (!model || !atlas.ok) return facts;
  const profiles = new Map<string, DatasetProfile>(facts.profiles);
  for (const dataset of model.datasets.values()) {
    if (dataset.within || sameFrame(dataset.id, model, atlas.model)) continue;
    const input = await inputs.of(dataset);
    if (input?.kind !== 'features') continue;
    const profile = await profileFeatures(dataset, input.features, frameOf(dataset, model));
    profiles.set(dataset.id, profile);
    for (const [id, count] of Object.entries(profile.data?.copies ?? {}))
      profiles.set(id, { count, fields: {} });
  }
  return { ...facts, profiles };
}

function sameFrame(id: string, a: AtlasModel, b: AtlasModel): boolean {
  const [one, other] = [a, b].map((model) => frameOf(model.datasets.get(id)!, model));
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns whether a message overlaps or touches a place on the same line. */
function touches({ span }: Diagnostic, { file, text }: Fault, [start, end]: Range): boolean {
  if (span.file !== file) return false;
  const lineStart = text
    .split('\n')
    .slice(0, span.start.line - 1)
    .join('\n').length;
  const begin = span.start.line === 1 ? 0 : lineStart + 1;
  const from = begin + span.start.column - 1;
  const to = begin + span.end.column - 1;
  return (
    from <= end &&
    to >= start &&
    !text.slice(Math.min(end, from), Math.max(start, Math.min(from, end))).includes('\n')
  );
}

/** Returns the shares of verdicts with one message and with a message at the fault. */
export function shares(verdicts: readonly Verdict[]): {
  readonly one: number;
  readonly atFault: number;
} {
  const share = (which: 'one' | 'atFault'): number =>
    verdicts.filter((verdict) => verdict[which]).length / verdicts.length;
  return { one: share('one'), atFault: share('atFault') };
}

/** Renders the faults without exactly one message, or with a message elsewhere. */
export function missesOf(verdicts: readonly Verdict[]): string {
  return verdicts
    .filter(({ one, atFault }) => !one || !atFault)
    .map(({ fault, messages }) => {
      const said = messages.map(
        ({ code, span }) => `  ${code} ${span.file}:${span.start.line}:${span.start.column}`,
      );
      return [`${fault.kind.name}: ${fault.file}: ${fault.shown.trim()}`, ...said].join('\n');
    })
    .join('\n');
}
