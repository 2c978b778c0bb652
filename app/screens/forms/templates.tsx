import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FieldTemplateProps, ObjectFieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import { formatDate } from 'atlas-engine/runtime';
import { useForm, type FormValues } from './form-model.ts';

type FieldProps = FieldTemplateProps<FormValues, RJSFSchema>;
type FormProps = ObjectFieldTemplateProps<FormValues, RJSFSchema>;

/** A field with its label, its help, and its message. The form itself is also a field. */
export function FieldTemplate(props: FieldProps): ReactNode {
  const { id, label, required, schema, children } = props;
  const { form, t, messageOf } = useForm();
  if (schema.type === 'object') return children;
  const field = id.slice(form.id.length + 1);
  const ui = form.ui[field];
  const message = messageOf(field);
  const isArea = ui?.widget === 'area';
  const Frame = isArea ? 'fieldset' : 'div';
  return (
    <Frame className="field">
      {isArea && (
        <legend>
          {label}
          {!required && <span className="soft"> ({t('form.optional')})</span>}
        </legend>
      )}
      {ui?.widget !== 'checkbox' && !isArea && (
        <label htmlFor={id}>
          {label}
          {!required && <span className="soft"> ({t('form.optional')})</span>}
        </label>
      )}
      {ui?.widget === 'checkbox' && children}
      {ui?.help !== undefined && (
        <p className="field-help" id={`${id}-help`}>
          {ui.help}
        </p>
      )}
      {ui?.widget !== 'checkbox' && children}
      {ui?.page !== undefined && <Agreement page={ui.page} version={schema.const} />}
      {message !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          <CircleAlert size={16} aria-hidden="true" />
          {message}
        </p>
      )}
    </Frame>
  );
}

/** The link to the text of an agreement, and the version that is accepted. */
function Agreement({ page, version }: { page: string; version: unknown }): ReactNode {
  const { t, locale, pageOf } = useForm();
  const found = pageOf(page);
  if (!found) return null;
  return (
    <p className="field-agreement">
      <a href={found.path} target="_blank" rel="noopener">
        {t('form.read', { title: found.title })}
      </a>
      {typeof version === 'string' && (
        <span className="soft">{t('form.version', { date: formatDate(version, locale) })}</span>
      )}
    </p>
  );
}

/** The fields of the form. A field with a section begins a new part with this heading. */
export function FormTemplate({ properties }: FormProps): ReactNode {
  const { ui } = useForm().form;
  const parts: { heading?: string; fields: ReactNode[] }[] = [];
  for (const { name, content } of properties) {
    const heading = ui[name]?.section;
    if (heading !== undefined) parts.push({ heading, fields: [content] });
    else if (parts.length === 0) parts.push({ fields: [content] });
    else parts.at(-1)!.fields.push(content);
  }
  return parts.map(({ heading, fields }, place) =>
    heading === undefined ? (
      <div key={place} className="fields">
        {fields}
      </div>
    ) : (
      <fieldset key={place} className="fields">
        <legend>{heading}</legend>
        {fields}
      </fieldset>
    ),
  );
}
