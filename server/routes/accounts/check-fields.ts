/** Validates the fields of a body by a form of the configuration. */
import { checkForm, type FormFault, type FormId } from 'atlas-engine/runtime';
import type { Body, Call } from './account-route.ts';

/** The sentences by field, as in answers with the status 400. */
type Faults = Readonly<Record<string, readonly string[]>>;

/**
 * Returns what a form of the configuration does not allow in a body: required fields, options,
 * lengths, and the agreement in its current version. Fields that the form does not have are not
 * reported. Returns nothing if the atlas does not have the form.
 */
export function faultsByForm(
  { request, body }: Pick<Call, 'request' | 'body'>,
  id: FormId,
): Faults {
  const form = request.atlas.snapshot.forms.get(id);
  if (!form) return {};
  const faults = checkForm(form, givenIn(body)).filter(({ kind }) => kind !== 'unknown');
  return Object.fromEntries(faults.map((fault) => [fault.field, [sentenceOf(fault)]]));
}

/** Returns the fields of a body that the form has. All fields, if the atlas does not have the form. */
export function fieldsOfForm({ request, body }: Pick<Call, 'request' | 'body'>, id: FormId): Body {
  const form = request.atlas.snapshot.forms.get(id);
  if (!form) return body;
  return Object.fromEntries(
    Object.entries(body).filter(([field]) => Object.hasOwn(form.properties, field)),
  );
}

/** An empty text is a field without a value, as in a form that a browser sends. */
function givenIn(body: Body): Body {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== '' && value !== null),
  );
}

function sentenceOf({ kind, limit = 0 }: FormFault): string {
  switch (kind) {
    case 'required':
      return 'This field is required.';
    case 'type':
      return 'Not a valid value.';
    case 'too-short':
      return `Ensure this field has at least ${limit} characters.`;
    case 'too-long':
      return `Ensure this field has no more than ${limit} characters.`;
    case 'email':
      return 'Enter a valid email address.';
    case 'option':
      return 'Not a valid choice.';
    case 'agree':
      return 'Agree to the current version of this text.';
    case 'same':
      return 'The two fields are different.';
    default:
      return 'This value is not allowed.';
  }
}
