import type { Guarded, Lists, Maybe, Texts } from '../parameters.ts';
import { change, code, names, write } from '../phrases.en.ts';
import { words } from '../words.ts';
import { yamlText } from '../yaml-text.ts';

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
    case 'consent':
      return 'has a `consent`, which can end';
  }
}

/** The messages about permissions. */
export const ACCESS_WORDS = {
  'levels-reversed': words<Texts<'found'> & Lists<'known'>>({
    short: 'Levels in the wrong order',
    message: (p) =>
      `${code(p.found)} is the first level, which everyone has, but it has \`granted\`: the levels seem to be sorted from the highest to the lowest.`,
    advice: (p) => `Write them in the other order: ${names(p.known)}.`,
  }),
  'first-level-granted': words<Texts<'found'> & Maybe<'other'>>({
    short: 'First level with `granted`',
    message: (p) =>
      `${code(p.found)} is the first level, which every visitor has without an account, but it has \`granted\`.`,
    advice: (p) =>
      p.other === undefined
        ? 'Write the level of every visitor before it, without `granted`, such as `- { id: everyone, name: Everyone }`.'
        : `Write ${code(p.other)}, which has no \`granted\`, before it.`,
  }),
  'permission-order': words<Texts<'use' | 'found' | 'view'>>({
    short: 'Permission is weaker than `view`',
    message: (p) =>
      `\`${p.use}: ${p.found}\` is weaker than \`view: ${p.view}\`: data that cannot be viewed cannot be analysed or downloaded.`,
    advice: 'Use the same level or a higher one.',
  }),
  'border-without-effect': words<Texts<'dataset'> & { readonly why: 'open' | 'geometry' }>({
    short: '`border` has no effect',
    message: (p) =>
      p.why === 'open'
        ? `Everyone may view, analyse and download ${code(p.dataset)}, so nobody needs a level for an area of it.`
        : `No feature of ${code(p.dataset)} crosses the border of an area: points and cells are inside or outside.`,
    advice: 'Remove `border`.',
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
  'whole-laxer-than-download': words<
    Texts<'dataset' | 'level' | 'open' | 'written'> & { readonly drawn: boolean }
  >({
    short: 'Whole dataset is less protected than its download',
    message: (p) =>
      `Downloading ${code(p.dataset)} requires ${code(p.level)}, but ${code(p.open)} is enough to read the whole dataset as GeoJSON and in OGC API Features.`,
    advice: (p) => {
      if (p.drawn)
        return `The map reads this GeoJSON: draw the tiles instead (\`feed: tiles\`) and write \`whole: download\` here, or write \`download: ${p.open}\` in the permission.`;
      if (p.written === 'view') return write('view', 'download');
      const name = p.written === 'true' ? '' : `name: ${yamlText(p.written)}, `;
      return p.written
        ? write(p.written, `{ ${name}whole: download }`)
        : 'Add `whole: download` to it.';
    },
  }),
  'licence-in-words': words<Texts<'found' | 'spdx'>>({
    short: 'Licence without its identifier',
    message: (p) =>
      `${code(p.found)} is not the SPDX identifier of this licence, so other programs do not find the licence.`,
    advice: (p) => write(p.found, p.spdx),
  }),
  'open-licence-on-restricted': words<
    Texts<'dataset' | 'level' | 'field' | 'group' | 'licence'> &
      Lists<'known'> & { readonly by: 'view' | 'download' | 'field'; readonly own: boolean }
  >({
    short: 'Open licence on restricted data',
    message: (p) => {
      const guarded = {
        view: `an operator decides who may view ${code(p.dataset)}`,
        download: `an operator decides who may download ${code(p.dataset)}`,
        field: `an operator decides who may see the field ${code(p.field)} of ${code(p.dataset)}`,
      }[p.by];
      const where = p.group ? `, which the group ${code(p.group)} states,` : '';
      return `${code(p.licence)}${where} lets everyone who has the data pass them on, but ${guarded} (${code(p.level)}).`;
    },
    advice: (p) => {
      const [only, ...others] = p.known;
      if (only === undefined)
        return 'Write your own terms under `terms:` and name them here: `licence: { terms: … }`.';
      if (p.group) return 'Remove the licence from the group: it follows from the datasets.';
      if (others.length > 0) return `Name terms of the atlas: ${names(p.known)}.`;
      return p.own
        ? write(p.licence, yamlText(only))
        : write(p.licence, `{ terms: ${yamlText(only)} }`);
    },
  }),
  'restricted-terms-on-open': words<Texts<'dataset' | 'terms' | 'open' | 'written'>>({
    short: 'Restricted terms on open data',
    message: (p) =>
      `Everyone may download ${code(p.dataset)}, but its terms ${code(p.terms)} forbid passing the data on.`,
    advice: (p) => {
      const others =
        'or name a licence that fits. If the terms let everyone pass the data on, write `restricted: false` in them.';
      if (!p.written) return `Require a higher level to download, ${others}`;
      const uses = `{ view: ${p.open}, analyse: ${p.open}, download: ${p.written} }`;
      return change(`Write ${code(uses)}, ${others}`, p.open, uses);
    },
  }),
  'unused-terms': words<Texts<'id'>>({
    short: 'Terms are not used',
    message: (p) => `No dataset or group has the terms ${code(p.id)}.`,
    advice: (p) => `Remove them, or name them in \`info\`: \`licence: { terms: ${p.id} }\`.`,
  }),
  'public-driver-restricted': words<Texts<'dataset' | 'file'>>({
    short: 'Restricted data on a public server',
    message: (p) =>
      `Everyone can read ${code(p.file)} as a whole, but not everyone may view and download ${code(p.dataset)} with all its fields.`,
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
  'project-permission-without-effect': words<Texts<'project' | 'found'> & Maybe<'level'>>({
    short: 'Permission of a project has no effect',
    message: (p) =>
      p.level
        ? `The project ${code(p.project)} requires ${code(p.found)}, but all its groups are hidden from visitors below ${code(p.level)}, so it is not listed for them anyway.`
        : `Everyone has ${code(p.found)}, so the permission of the project ${code(p.project)} restricts nothing.`,
    advice: 'Remove `permission`, or use a higher level: it can only make the project stricter.',
  }),
  'preset-hidden': words<Texts<'group'>>({
    short: 'Project names a hidden group',
    message: (p) =>
      `The group ${code(p.group)} is hidden from visitors without access, but this project reveals its name.`,
    advice: 'Remove it from the project, or set `when-denied: lock` on its level.',
  }),
};
