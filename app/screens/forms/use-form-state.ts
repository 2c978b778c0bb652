import { useState } from 'react';
import { checkForm, type Translate, type WordKey } from 'atlas-engine/runtime';
import type { Failure } from '../../net/http-client.ts';
import { messageOfFailure, messageOfFault, messageOfRefusal } from './field-messages.ts';
import type { DrawnForm, FormValues } from './form-model.ts';
import { given } from './validator.ts';

/** How a form was sent: accepted, or refused with the fields and a message for the whole form. */
export type Sent = { readonly ok: true } | { readonly ok: false; readonly failure: Failure };

/** The state of a form: values, visited fields, and what the server refused. */
export function useFormState(form: DrawnForm, initial: FormValues, t: Translate<WordKey>) {
  const [values, setValues] = useState(initial);
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [everything, setEverything] = useState(false);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const refused = failure?.kind === 'invalid' ? failure.fields : [];
  const faults = checkForm(form.schema, given(values));
  const isChecked = (field: string): boolean =>
    everything || (visited.has(field) && values[field] !== undefined);
  const messageOf = (field: string): string | undefined => {
    const fault = isChecked(field) ? faults.find((one) => one.field === field) : undefined;
    if (fault) return messageOfFault(fault, t);
    if (!refused.includes(field)) return undefined;
    const isArea = form.ui[field]?.widget === 'area';
    return isArea ? t('form.area-refused') : messageOfRefusal(field, t);
  };
  const ownRefusals = refused.filter((field) => Object.hasOwn(form.ui, field));
  const isRefused = failure?.kind === 'invalid' && ownRefusals.length === 0;
  return {
    values,
    sending,
    faults,
    messageOf,
    /** Whether a field is shown as valid: not after the server has refused the form as a whole. */
    isValid: (field: string) => !isRefused && isChecked(field) && messageOf(field) === undefined,
    /** The message for the whole form; null without one. */
    failure: failure && ownRefusals.length === 0 ? messageOfFailure(failure, t) : null,
    failed: failure,
    /** The fields with a message, in the order of the form. */
    wrong: Object.keys(form.ui).filter((field) => messageOf(field) !== undefined),
    visit: (field: string) => setVisited((before) => new Set(before).add(field)),
    change: (next: FormValues) => {
      setValues(next);
      // What the server refused applies to the values that it received.
      if (failure?.kind === 'invalid') setFailure(null);
    },
    showEverything: () => setEverything(true),
    send: async (submit: (values: FormValues) => Promise<Sent>): Promise<void> => {
      setSending(true);
      setFailure(null);
      const sent = await submit(given(values));
      setSending(false);
      if (!sent.ok) setFailure(sent.failure);
    },
  };
}
