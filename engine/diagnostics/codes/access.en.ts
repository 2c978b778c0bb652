import type { Guarded, Maybe, Texts } from '../parameters.ts';
import { code } from '../phrases.en.ts';
import { words } from '../words.ts';

/** Returns the reason why a file is not public. */
function restrictionOf(guarded: Guarded): string {
  switch (guarded.by) {
    case 'view':
      return `requires ${code(guarded.level)}`;
    case 'download':
      return `requires ${code(guarded.level)} to download it`;
    case 'field':
      return `its field ${code(guarded.field)} requires ${code(guarded.level)}`;
    case 'only':
      return 'excludes features with `only`';
  }
}

/** The messages about permissions. */
export const ACCESS_WORDS = {
  'permission-order': words<Texts<'use' | 'found' | 'view'>>({
    short: 'Permission is weaker than `view`',
    message: (p) =>
      `\`${p.use}: ${p.found}\` is weaker than \`view: ${p.view}\`: data that cannot be viewed cannot be analysed or downloaded.`,
    advice: 'Use the same level or a higher one.',
  }),
  'field-laxer-than-dataset': words<Texts<'field' | 'found' | 'dataset'>>({
    short: 'Permission of a field is weaker',
    message: (p) =>
      `The field ${code(p.field)} requires ${code(p.found)}, but its dataset already requires ${code(p.dataset)}.`,
    advice:
      'A field can only be stricter than its dataset: remove its permission, or use a higher level.',
  }),
  'group-laxer-than-dataset': words<Texts<'group' | 'found' | 'needed'>>({
    short: 'Permission of a group is weaker',
    message: (p) =>
      `The group ${code(p.group)} requires ${code(p.found)}, but the data that it draws require ${code(p.needed)}.`,
    advice:
      'Remove `permission` from the group: it follows from the datasets and can only be stricter.',
  }),
  'dataset-laxer-than-group': words<Texts<'group' | 'level' | 'dataset' | 'open'>>({
    short: 'Data are less protected than their group',
    message: (p) =>
      `The group ${code(p.group)} requires ${code(p.level)}, but its dataset ${code(p.dataset)} is open to ${code(p.open)}, who can fetch the data from the server.`,
    advice: 'To protect the data, raise `permission` on the dataset.',
  }),
  'unguarded-source': words<Texts<'group' | 'level' | 'source'>>({
    short: 'Source is not protected',
    message: (p) =>
      `The group ${code(p.group)} requires ${code(p.level)}, but the source ${code(p.source)} is not protected by the server: anyone can fetch it.`,
    advice: 'Load the data as a dataset, which the server protects, or open the group to everyone.',
  }),
  'denial-laxer': words<Texts<'group'>>({
    short: 'Lock on a hidden dataset',
    message: (p) => `A dataset of ${code(p.group)} is hidden, so the group cannot show a lock.`,
    advice: 'Write `when-denied: hide`, or remove the key.',
  }),
  'field-by-expression': words<Texts<'dataset'> & { readonly by: 'name' | 'properties' }>({
    short: 'Field name is an expression',
    message: (p) =>
      p.by === 'name'
        ? `The field name is an expression, so the atlas cannot check who may see that field of ${code(p.dataset)}.`
        : `\`['properties']\` reads all fields of ${code(p.dataset)}, so the atlas cannot check who may see them.`,
    advice: "Write the field name as text, for example `['get', name]`.",
  }),
  'restricted-file-public': words<Texts<'found'> & Guarded>({
    short: 'Restricted file is public',
    message: (p) =>
      `Browsers receive the file ${code(p.found)} unchanged, but it contains restricted data: the dataset ${code(p.dataset)} loads it and ${restrictionOf(p)}.`,
    advice: (p) =>
      `Draw the dataset (\`source: ${p.dataset}\`), or use a file that contains only public data.`,
  }),
  'same-file-laxer': words<
    Texts<'dataset' | 'found' | 'open' | 'other' | 'level'> & Maybe<'field'>
  >({
    short: 'Same file with a weaker permission',
    message: (p) =>
      p.field
        ? `${code(p.dataset)} opens the field ${code(p.field)} of ${code(p.found)} to ${code(p.open)}, but ${code(p.other)}, which loads the same file, requires ${code(p.level)}.`
        : `${code(p.dataset)} opens ${code(p.found)} to ${code(p.open)}, but ${code(p.other)}, which loads the same file, requires ${code(p.level)}.`,
    advice: (p) =>
      p.field
        ? `Write \`permission: ${p.level}\` on the field here too, or remove the field.`
        : `Use the same level in both, or exclude the restricted features here with \`only\`.`,
  }),
  'public-driver-restricted': words<Texts<'dataset' | 'file'>>({
    short: 'Restricted data on a public server',
    message: (p) =>
      `The files of ${code(p.dataset)} are on a public server, but the dataset or one of its fields is restricted.`,
    advice: (p) => `Use \`driver: store\`, and delete ${code(p.file)} wherever it was published.`,
  }),
  'published-restricted': words<Texts<'dataset' | 'level' | 'file'> & Maybe<'field'>>({
    short: 'Restricted data were published',
    message: (p) =>
      p.field
        ? `The field ${code(p.field)} of ${code(p.dataset)} requires ${code(p.level)}, but was published to everyone in ${code(p.file)}.`
        : `${code(p.dataset)} requires ${code(p.level)}, but was published to everyone in ${code(p.file)}.`,
    advice: (p) =>
      `Delete ${code(p.file)} wherever it was published, then remove ${code(p.field || p.dataset)} from \`published.json\`.`,
  }),
  'outline-restricted': words<Texts<'dataset' | 'level'> & Maybe<'field'>>({
    short: 'Outline of a project is restricted',
    message: (p) =>
      p.field
        ? `The outline of a project is public, but the field ${code(p.field)} of ${code(p.dataset)} requires ${code(p.level)}.`
        : `The outline of a project is public, but ${code(p.dataset)} requires ${code(p.level)}.`,
    advice: (p) =>
      p.field
        ? 'Choose the features by a public field.'
        : 'Use a dataset that everyone may view, or remove `outline`: the project then has the rectangle of its extent.',
  }),
  'preset-hidden': words<Texts<'group'>>({
    short: 'Project names a hidden group',
    message: (p) =>
      `The group ${code(p.group)} is hidden from visitors without access, but this project reveals its name.`,
    advice: 'Remove it from the project, or set `when-denied: lock` on its level.',
  }),
};
