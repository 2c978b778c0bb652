// The index of the package also imports its validator, which compiles code in the browser.
import Form from '@rjsf/core/lib/components/Form.js';
import { CircleAlert } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { RJSFSchema } from '@rjsf/utils';
import { pagePath } from 'atlas-engine/runtime';
import type { Failure } from '../../net/http-client.ts';
import { useAtlas } from '../../ui/common/atlas-context.ts';
import { useAccountTexts } from './account-texts.ts';
import {
  FormContext,
  idOf,
  type DrawnForm,
  type DrawnUi,
  type FormSurroundings,
  type FormUiSchema,
  type FormValues,
  type Templates,
} from './form-model.ts';
import { FieldTemplate, FormTemplate } from './templates.tsx';
import { useFormState, type Sent } from './use-form-state.ts';
import { validatorOf } from './validator.ts';
import { AreaWidget } from './area-widget.tsx';
import * as widgets from './widgets.tsx';

const TEMPLATES: Templates = { FieldTemplate, ObjectFieldTemplate: FormTemplate };

const WIDGETS = {
  text: widgets.TextWidget,
  email: widgets.EmailWidget,
  password: widgets.PasswordWidget,
  date: widgets.DateWidget,
  'long-text': widgets.LongTextWidget,
  choice: widgets.ChoiceWidget,
  checkbox: widgets.CheckboxWidget,
  area: AreaWidget,
} as const satisfies Record<DrawnUi['widget'], unknown>;

export interface SchemaFormProps {
  form: DrawnForm;
  initial?: FormValues;
  /** Sends the values. The form keeps them when this fails. */
  submit: (values: FormValues) => Promise<Sent>;
  /** Replaces the message for a failed call; undefined for the usual one. */
  explain?: (failure: Failure) => ReactNode | undefined;
  /** Whether the form deletes something. */
  danger?: boolean;
  children?: ReactNode;
}

/**
 * A form of the atlas, or one that a screen describes in the same way. Each message is beside its
 * field; a submit with messages moves the focus to the first of them and announces their number.
 */
export const SchemaForm = observer(function SchemaForm({
  form,
  initial = {},
  submit,
  explain,
  danger = false,
  children,
}: SchemaFormProps): ReactNode {
  const t = useAccountTexts();
  const state = useFormState(form, initial, t);
  const [attempt, setAttempt] = useState(0);
  const surroundings = useSurroundings(form, state);
  const validator = useMemo(() => validatorOf(form.schema), [form]);
  const uiSchema = useMemo(() => uiSchemaOf(form), [form]);
  const alert = useRef<HTMLDivElement>(null);
  const [first] = state.wrong;
  const { failed } = state;
  useEffect(() => {
    if (attempt === 0 || state.sending) return;
    if (first !== undefined) document.getElementById(idOf(form, first))?.focus();
    else if (failed) alert.current?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once after each attempt, and not while fields are corrected
  }, [attempt, failed]);
  const explained = failed && explain?.(failed);
  return (
    <FormContext value={surroundings}>
      <Form<FormValues, RJSFSchema>
        className="form"
        idPrefix={form.id}
        schema={form.schema as RJSFSchema}
        uiSchema={uiSchema}
        validator={validator}
        templates={TEMPLATES}
        formData={state.values}
        disabled={state.sending}
        noHtml5Validate
        showErrorList={false}
        // An agreement must not be made by default.
        experimental_defaultFormStateBehavior={{ constAsDefaults: 'never' }}
        onChange={({ formData }) => state.change(formData ?? {})}
        onError={() => {
          state.showEverything();
          setAttempt(attempt + 1);
        }}
        onSubmit={() => {
          if (state.sending) return;
          state.showEverything();
          void state.send(submit).then(() => setAttempt(attempt + 1));
        }}
      >
        <div ref={alert} className="form-alert" role="alert" tabIndex={-1}>
          {attempt > 0 && state.wrong.length > 0 && (
            <p className="sr-only">{t('form.faults', { count: state.wrong.length })}</p>
          )}
          {explained
            ? explained
            : state.failure !== null && <FormMessage>{state.failure}</FormMessage>}
        </div>
        <div className="form-foot">
          <SubmitButton form={form} sending={state.sending} danger={danger} />
          {children}
        </div>
      </Form>
    </FormContext>
  );
});

const SubmitButton = observer(function SubmitButton({
  form,
  sending,
  danger,
}: {
  form: DrawnForm;
  sending: boolean;
  danger: boolean;
}): ReactNode {
  const t = useAccountTexts();
  return (
    <button
      type="submit"
      className={`button ${danger ? 'button-danger' : 'button-main'}`}
      aria-disabled={sending}
      // The focus stays in its field: leaving it could show a message, which would move the button
      // away before the click ends.
      onMouseDown={(event) => event.preventDefault()}
    >
      {sending ? t('form.sending') : (form.submit ?? t('form.send'))}
    </button>
  );
});

/** A message about the whole form. */
export function FormMessage({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="form-message">
      <CircleAlert size={18} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}

function uiSchemaOf({ ui }: DrawnForm): FormUiSchema {
  return Object.fromEntries(
    Object.entries(ui).map(([field, { widget, labels }]) => [
      field,
      { 'ui:widget': WIDGETS[widget], ...(labels && { 'ui:enumNames': [...labels] }) },
    ]),
  );
}

function useSurroundings(
  form: DrawnForm,
  { messageOf, isValid, visit }: ReturnType<typeof useFormState>,
): FormSurroundings {
  const t = useAccountTexts();
  const { locale, pages = [] } = useAtlas().bundles.index;
  return {
    form,
    t,
    locale,
    messageOf,
    isValid,
    onLeave: visit,
    pageOf: (id) => {
      const title = pages.find((page) => page.id === id)?.title;
      const path = pagePath(id, locale);
      return title === undefined || path === null ? null : { title, path };
    },
  };
}
