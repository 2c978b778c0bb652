import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePublicBundles } from 'atlas-engine';
import { checkForm, type FormSchema } from 'atlas-engine/runtime';
import { buildModel, OPTIONS } from '../../../build-atlas.ts';

const MODEL = buildModel(`
pages:
  - { id: data-agreement, title: { en: Terms, fr: Accord }, text: { en: Read, fr: Lisez }, date: 2026-03-09 }
forms:
  - id: contact
    title: { en: Write to us, fr: Écrivez-nous }
    intro: { en: '**Hello**', fr: Bonjour }
    fields:
      name: { type: text, label: { en: Name, fr: Nom }, section: { en: You, fr: Vous }, required: true, max-length: 6 }
      email: { type: email, label: { en: E-mail, fr: Courriel }, required: true }
      subject: { type: text, label: { en: Subject, fr: Objet }, pattern: '[a-z]+', min-length: 2 }
      message: { type: long-text, label: { en: Message, fr: Message }, max-length: 5 }
      again: { type: text, label: { en: Again, fr: Encore }, same-as: name }
      kind: { type: choice, label: { en: Kind, fr: Genre }, options: { praise: { en: Praise, fr: Éloge }, blame: { en: Blame, fr: Blâme } } }
      copy: { type: checkbox, label: { en: Copy, fr: Copie }, required: true }
      terms: { type: agreement, label: { en: I agree, fr: J’accepte }, page: data-agreement }
`);
const bundles = compilePublicBundles(MODEL, OPTIONS);
const french = bundles.byLocale['fr']!;
const [form] = french.account.forms;
const schema: FormSchema = form!.schema;

const VALID = {
  name: 'Ana',
  email: 'ana@example.org',
  subject: 'hello',
  again: 'Ana',
  kind: 'praise',
  copy: true,
  terms: '2026-03-09',
};
const faults = (values: object) =>
  checkForm(schema, { ...VALID, ...values }).map(({ field, kind }) => `${field} ${kind}`);

describe('a form', () => {
  it('is in a document beside the index, with the words of the account screens', () => {
    expect(french.index.account).toEqual({
      document: expect.stringMatching(/^\/atlas\/account\..+\.fr\.json$/) as string,
      forms: ['contact'],
    });
    expect(french.account.words['account.login']).toBe('Se connecter');
    expect(french.index.words).not.toHaveProperty(['account.login']);
  });

  it('is compiled to JSON Schema and the way to draw it, in one language', () => {
    expect(form!.title).toBe('Écrivez-nous');
    expect(schema.required).toEqual(['name', 'email', 'copy', 'terms']);
    expect(schema.properties['subject']).toEqual({
      type: 'string',
      title: 'Objet',
      minLength: 2,
      maxLength: 150,
      pattern: '^(?:[a-z]+)$',
    });
    expect(form!.ui['kind']).toEqual({ widget: 'choice', labels: ['Éloge', 'Blâme'] });
    expect(form!.ui['name']).toEqual({ widget: 'text', section: 'Vous' });
  });

  it('agrees to the version of its page', () => {
    expect(schema.properties['terms']).toMatchObject({ type: 'string', const: '2026-03-09' });
    expect(form!.ui['terms']).toEqual({ widget: 'checkbox', page: 'data-agreement' });
  });
});

describe('the values of a form', () => {
  it('are valid', () => {
    expect(faults({})).toEqual([]);
  });

  it.each([
    [{ name: undefined, again: undefined }, 'name required'],
    [{ name: '  ', again: '  ' }, 'name required'],
    [{ name: 'Marianne', again: 'Marianne' }, 'name too-long'],
    [{ email: 'ana@example' }, 'email email'],
    [{ email: 'ana@example.org\nBcc: b@example.org' }, 'email email'],
    [{ subject: 'a' }, 'subject too-short'],
    [{ subject: 'hello!' }, 'subject pattern'],
    [{ message: 7 }, 'message type'],
    [{ again: 'Eva' }, 'again same'],
    [{ kind: 'constructor' }, 'kind option'],
    [{ copy: false }, 'copy agree'],
    [{ copy: undefined }, 'copy agree'],
    [{ terms: '2025-01-01' }, 'terms agree'],
    [{ other: 1 }, 'other unknown'],
  ])('%j are reported as %s', (values, expected) => {
    expect(faults(values)).toEqual([expected]);
  });

  it('counts characters and not units of UTF-16', () => {
    expect(faults({ message: '🌳🌳🌳🌳🌳' })).toEqual([]);
  });

  it('are valid exactly when Ajv finds them valid', () => {
    const ajv = new Ajv2020({ formats: { email: true }, keywords: ['x-same-as'] });
    // The only two rules that Ajv cannot apply are left out: `email` has a value, `again` none.
    const validate = ajv.compile(schema);
    const text = fc.oneof(
      fc.constantFrom('', ' ', 'a', 'Ana', 'praise', '2026-03-09', 'abcdefg', '🌳🌳🌳🌳🌳'),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(null, 7, true, false, [], {}),
    );
    const values = fc.record(
      { name: text, subject: text, message: text, kind: text, copy: text, terms: text, odd: text },
      { requiredKeys: ['name', 'copy', 'terms'] },
    );
    fc.assert(
      fc.property(values, (some) => {
        const all = { ...VALID, again: undefined, ...some };
        const given = Object.fromEntries(
          Object.entries(all).filter(([, value]) => value !== undefined),
        );
        expect(checkForm(schema, given).length === 0).toBe(validate(given));
      }),
      { numRuns: 300 },
    );
  });
});
