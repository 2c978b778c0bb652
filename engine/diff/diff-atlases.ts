import type { AtlasModel } from '../model/model.ts';
import { CHANGE_KINDS, keyOfThing, type Change } from './change.ts';
import { compareAccess } from './compare-access.ts';
import { compareContents, GONE, NEW } from './compare-contents.ts';
import { compareLinks } from './compare-links.ts';
import { findRenames, idOfGroup } from './renames.ts';
import { thingsOf } from './things.ts';

/**
 * Returns what changes for people from one atlas to another, each change once: who may see more
 * first, then by `CHANGE_KINDS` and in the order of the configuration. What changes in a dataset or
 * group is not repeated for its copies in projects. The form and the order of files change nothing.
 * The data themselves are not compared.
 */
export function diffAtlases(before: AtlasModel, after: AtlasModel): readonly Change[] {
  const renames = findRenames(before, after);
  const access = [...compareAccess(before, after, renames), ...compareLinks(before, after)];
  const reported = new Set(access.map(({ thing }) => keyOfThing(thing)));
  const contents = compareContents(before, after, renames).filter(
    ({ thing, text }) => !([NEW, GONE].includes(text) && reported.has(keyOfThing(thing))),
  );
  const changes = [...access, ...contents];
  const said = new Set(changes.map(signatureOf));
  const original = originalsIn(before, after);
  const things = new Map([...thingsOf(before), ...thingsOf(after, renames)]);
  return [...new Map(changes.map((change) => [signatureOf(change), change])).values()]
    .filter((change) => {
      const thing = original.get(keyOfThing(change.thing));
      return thing === undefined || !said.has(signatureOf({ ...change, thing }));
    })
    .map((change) => {
      const name = things.get(keyOfThing(change.thing))?.name;
      return name === undefined ? change : { ...change, thing: { ...change.thing, name } };
    })
    .toSorted((one, other) => CHANGE_KINDS.indexOf(one.kind) - CHANGE_KINDS.indexOf(other.kind));
}

function signatureOf({ kind, thing, text }: Change): string {
  return `${kind} ${keyOfThing(thing)} ${text}`;
}

/** Returns the datasets and groups that projects have copies of, by the copy. */
function originalsIn(...models: readonly AtlasModel[]): ReadonlyMap<string, Change['thing']> {
  const thing = (kind: string, id: string): Change['thing'] => ({ kind, id });
  return new Map(
    models.flatMap(({ datasets, groups }) => [
      ...[...datasets.values()].flatMap(({ id, within }) =>
        within ? [[`dataset ${id}`, thing('dataset', within.of)] as const] : [],
      ),
      ...groups.flatMap((group) =>
        group.replaces === null
          ? []
          : [[`group ${idOfGroup(group)}`, thing('group', group.replaces)] as const],
      ),
    ]),
  );
}
