import type { Guarded, Maybe, Texts } from '../parameters.ts';
import { code } from '../phrases.en.ts';
import { words } from '../words.ts';

/** Why a file is not everyone's. */
function restrictionOf(guarded: Guarded): string {
  switch (guarded.by) {
    case 'view':
      return `asks for ${code(guarded.level)}`;
    case 'download':
      return `asks for ${code(guarded.level)} to download it`;
    case 'field':
      return `its field ${code(guarded.field)} asks for ${code(guarded.level)}`;
    case 'only':
      return 'keeps features out by `only`';
  }
}

/** The words for permissions. */
export const ACCESS_WORDS = {
  'permission-order': words<Texts<'use' | 'found' | 'view'>>({
    short: 'Permission is weaker than `view`',
    message: (p) => `\`${p.use}\` at ${code(p.found)} is laxer than \`view\` at ${code(p.view)}.`,
    advice:
      'What may not be seen may not be analysed or downloaded: name the same level or a higher one.',
  }),
  'field-laxer-than-dataset': words<Texts<'field' | 'found' | 'dataset'>>({
    short: 'Permission of a field is weaker',
    message: (p) =>
      `The field ${code(p.field)} asks for ${code(p.found)}, but its dataset already asks for ${code(p.dataset)}.`,
    advice:
      'A field can only be stricter than its dataset: remove its permission, or name a higher level.',
  }),
  'group-laxer-than-dataset': words<Texts<'group' | 'found' | 'needed'>>({
    short: 'Permission of a group is weaker',
    message: (p) =>
      `The group ${code(p.group)} asks for ${code(p.found)}, but what it draws asks for ${code(p.needed)}.`,
    advice:
      'Remove `permission` from the group: it follows from its datasets, and may only be stricter.',
  }),
  'dataset-laxer-than-group': words<Texts<'group' | 'level' | 'dataset' | 'open'>>({
    short: 'Data are less protected than their group',
    message: (p) =>
      `The group ${code(p.group)} asks for ${code(p.level)}, but its dataset ${code(p.dataset)} is open to ${code(p.open)}: the server gives the data to them.`,
    advice: 'If the data are to be protected, raise `permission` on the dataset.',
  }),
  'unguarded-source': words<Texts<'group' | 'level' | 'source'>>({
    short: 'Source is not protected',
    message: (p) =>
      `The group ${code(p.group)} asks for ${code(p.level)}, but the atlas server does not guard the source ${code(p.source)}: anyone can fetch it.`,
    advice: 'Load the data as a dataset, which the server guards, or open the group to everyone.',
  }),
  'denial-laxer': words<Texts<'group'>>({
    short: 'Lock on something hidden',
    message: (p) => `A dataset of ${code(p.group)} is hidden, so the group cannot show a lock.`,
    advice: 'Write `when-denied: hide`, or leave it out.',
  }),
  'field-by-expression': words<Texts<'dataset'> & { readonly by: 'name' | 'properties' }>({
    short: 'Field is not named',
    message: (p) =>
      p.by === 'name'
        ? `The name of the field is an expression, so the atlas cannot check who may see that field of ${code(p.dataset)}.`
        : `\`['properties']\` is all fields of ${code(p.dataset)}, so the atlas cannot check who may see them.`,
    advice: "Write the name of the field, as `['get', name]`.",
  }),
  'restricted-file-public': words<Texts<'found'> & Guarded>({
    short: 'Restricted file is public',
    message: (p) =>
      `The file ${code(p.found)} is sent to browsers as it is, but it holds more than everyone may see: the dataset ${code(p.dataset)} loads it and ${restrictionOf(p)}.`,
    advice: (p) =>
      `Draw the dataset itself (\`source: ${p.dataset}\`), or make a file that holds only what everyone may see, and name that here.`,
  }),
  'same-file-laxer': words<
    Texts<'dataset' | 'found' | 'open' | 'other' | 'level'> & Maybe<'field'>
  >({
    short: 'Same file with a weaker permission',
    message: (p) =>
      p.field
        ? `${code(p.dataset)} opens the field ${code(p.field)} of ${code(p.found)} to ${code(p.open)}, but ${code(p.other)}, which loads the same file, asks for ${code(p.level)}.`
        : `${code(p.dataset)} opens ${code(p.found)} to ${code(p.open)}, but ${code(p.other)}, which loads the same file, asks for ${code(p.level)}.`,
    advice: (p) =>
      p.field
        ? `Write \`permission: ${p.level}\` on the field here too, or leave the field out.`
        : `Name the same level in both, or let \`only\` keep the restricted features out here.`,
  }),
  'public-driver-restricted': words<Texts<'dataset' | 'file'>>({
    short: 'Restricted data on a public server',
    message: (p) =>
      `The files of ${code(p.dataset)} lie open on a public server, but it, all of it or one of its fields asks for more than everyone.`,
    advice: (p) => `Use \`driver: store\`, and delete ${code(p.file)} wherever it was published.`,
  }),
  'published-restricted': words<Texts<'dataset' | 'level' | 'file'> & Maybe<'field'>>({
    short: 'Restricted data were published',
    message: (p) =>
      p.field
        ? `The field ${code(p.field)} of ${code(p.dataset)} asks for ${code(p.level)}, but was published to everyone in ${code(p.file)}.`
        : `${code(p.dataset)} asks for ${code(p.level)}, but was published to everyone in ${code(p.file)}.`,
    advice: (p) =>
      `Delete ${code(p.file)} wherever it lies, then take ${code(p.field || p.dataset)} out of \`published.json\`.`,
  }),
  'preset-hidden': words<Texts<'group'>>({
    short: 'Project names a hidden group',
    message: (p) =>
      `The group ${code(p.group)} leaves no trace for those who may not see it, but this project names it.`,
    advice: 'Leave it out of the project, or let its level be `when-denied: lock`.',
  }),
};
