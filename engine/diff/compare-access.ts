import { isWithin } from '../basics/bounds.ts';
import { groupBy } from '../basics/group-by.ts';
import { guardedFiles } from '../compile/guarded-files.ts';
import { areImplied } from '../model/implied.ts';
import type { AtlasModel, Consent, Dataset } from '../model/model.ts';
import { Audience } from './audience.ts';
import { keyOfThing, type Change, type ChangedThing } from './change.ts';
import { compareNames, compareOrigins } from './compare-origins.ts';
import { compareRules } from './compare-rules.ts';
import { doorsOf, SEEN, type Door } from './doors.ts';
import type { Renames } from './renames.ts';

/** Returns who may do more and who may do less, as `widens` and `narrows`. */
export function compareAccess(before: AtlasModel, after: AtlasModel, renames: Renames): Change[] {
  return [
    ...compareDoors(before, after, renames),
    ...[...after.datasets.values()].flatMap((dataset) => {
      const old = before.datasets.get(dataset.id);
      return old ? [...compareExtent(old, dataset), ...compareConsent(old, dataset)] : [];
    }),
    ...compareOrigins(before, after),
    ...compareNames(before, after),
    ...compareRules(before, after),
  ];
}

/** Doors of one thing whose audience changed in the same way are one change. */
function compareDoors(before: AtlasModel, after: AtlasModel, renames: Renames): Change[] {
  const [old, now] = [doorsOf(before), doorsOf(after, renames)];
  const audience = new Audience(before.levels, after.levels);
  const guarded = guardedFiles(before);
  const [had, has] = [namesOf(old), namesOf(now)];
  const alike = groupBy(
    changedDoors(old, now, audience),
    ({ kind, thing, from, to }) => `${kind} ${keyOfThing(thing)} ${from} ${to}`,
  );
  return [...alike.values()].flatMap((doors): Change[] => {
    const { kind, thing, from, to } = doors[0]!;
    // New pictures and texts are a change of looks, unless nobody might fetch the file before.
    if (thing.kind === 'file' && from === Infinity && !guarded.has(thing.id)) return [];
    if (thing.kind === 'project' && Math.max(from, to) === Infinity) return [];
    const isNew = !had.has(keyOfThing(thing));
    const isGone = !has.has(keyOfThing(thing));
    const more = isNew || isGone ? doors.filter((door) => door.can !== SEEN) : doors;
    const can = list((more.length > 0 ? more : doors).map((door) => door.can));
    const [whoBefore, whoNow] = [audience.before(from), audience.after(to)];
    const was = `${capital(kind === 'narrows' ? audience.losers(from, to) : whoBefore)} could ${can}`;
    const is = `${capital(audience.winners(from, to))} can now ${can}`;
    const text =
      kind === 'widens'
        ? isNew
          ? `It is new. ${capital(whoNow)} can ${can}.`
          : `${is}; before, ${whoBefore} could.`
        : isGone
          ? `It is gone. ${was}.`
          : `${was}; now, ${whoNow} can.`;
    return [{ kind, thing, text }];
  });
}

function changedDoors(
  old: ReadonlyMap<string, Door>,
  now: ReadonlyMap<string, Door>,
  audience: Audience,
): ChangedDoor[] {
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((key): ChangedDoor[] => {
    const [was, is] = [old.get(key), now.get(key)];
    const { thing, can } = (is ?? was)!;
    const [from, to] = [rankBefore(was, is, old), is?.rank ?? Infinity];
    return [
      ...(audience.hasNew(from, to) ? [{ kind: 'widens', thing, can, from, to } as const] : []),
      ...(audience.hasLost(from, to) ? [{ kind: 'narrows', thing, can, from, to } as const] : []),
    ];
  });
}

interface ChangedDoor {
  readonly kind: 'widens' | 'narrows';
  readonly thing: ChangedThing;
  readonly can: string;
  /** The ranks that it required and requires. */
  readonly from: number;
  readonly to: number;
}

function namesOf(doors: ReadonlyMap<string, Door>): ReadonlySet<string> {
  return new Set([...doors.values()].map(({ thing }) => keyOfThing(thing)));
}

function list(all: readonly string[]): string {
  return all.length === 1 ? all[0]! : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** A project's copy gives what the dataset or the group gave already. */
function rankBefore(
  was: Door | undefined,
  is: Door | undefined,
  old: ReadonlyMap<string, Door>,
): number {
  const original = is?.copyOf === undefined ? undefined : old.get(`${is.copyOf} ${is.can}`);
  return (was ?? original)?.rank ?? Infinity;
}

/** Compares which features a dataset has: its conditions, and the box of a project's copy. */
function compareExtent(old: Dataset, now: Dataset): Change[] {
  const thing = { kind: 'dataset', id: now.id };
  const more =
    !areImplied(old.only, now.only) ||
    (old.within && !isWithin(now.within?.bounds ?? old.within.bounds, old.within.bounds));
  const fewer =
    !areImplied(now.only, old.only) ||
    (now.within && !isWithin(old.within?.bounds ?? now.within.bounds, now.within.bounds));
  return [
    ...(more
      ? [
          {
            kind: 'widens',
            thing,
            text: 'It can have features that `only` or its box left out before.',
          } as const,
        ]
      : []),
    ...(fewer
      ? [
          {
            kind: 'narrows',
            thing,
            text: '`only` or its box leaves out features that it could have before.',
          } as const,
        ]
      : []),
  ];
}

function compareConsent(old: Dataset, now: Dataset): Change[] {
  const thing = { kind: 'dataset', id: now.id };
  if (old.consent && !now.consent)
    return [{ kind: 'widens', thing, text: 'It no longer needs a consent.' }];
  if (!now.consent) return [];
  if (!old.consent)
    return [{ kind: 'narrows', thing, text: 'It is shown only with a consent now.' }];
  return [
    ...compareUses(thing, old.consent, now.consent),
    ...compareDays(thing, old.consent, now.consent),
  ];
}

function compareUses(thing: ChangedThing, old: Consent, now: Consent): Change[] {
  const added = [...now.uses].filter((use) => !old.uses.has(use));
  const removed = [...old.uses].filter((use) => !now.uses.has(use));
  return [
    ...added.map((use): Change => ({
      kind: 'widens',
      thing,
      text: `Its consent now includes the use \`${use}\`.`,
    })),
    ...removed.map((use): Change => ({
      kind: 'narrows',
      thing,
      text: `Its consent no longer includes the use \`${use}\`.`,
    })),
  ];
}

function compareDays(thing: ChangedThing, old: Consent, now: Consent): Change[] {
  const [was, is] = [old.until ?? 'without end', now.until ?? 'without end'];
  if (was === is) return [];
  const later = now.until === undefined || (old.until !== undefined && now.until > old.until);
  return [
    {
      kind: later ? 'widens' : 'narrows',
      thing,
      text: `Its consent now lasts ${day(is)} instead of ${day(was)}.`,
    },
  ];
}

function day(until: string): string {
  return until === 'without end' ? until : `until ${until}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
