import { Eye, EyeOff } from 'lucide-react';
import { useState, type ChangeEvent, type ReactNode } from 'react';
import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { describedBy, useForm, type FormValues } from './form-model.ts';

type Props = WidgetProps<FormValues, RJSFSchema>;
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Returns the attributes that every control has: its names, its state and its descriptions. */
function useControl({ id, name, required, disabled, value, onChange }: Props) {
  const { form, messageOf, isValid, onLeave } = useForm();
  const ui = form.ui[name];
  const invalid = messageOf(name) !== undefined;
  return {
    id,
    name,
    disabled,
    className: `control${invalid ? ' is-invalid' : isValid(name) && value !== undefined ? ' is-valid' : ''}`,
    'aria-required': required,
    'aria-invalid': invalid || undefined,
    'aria-describedby': describedBy(id, { help: ui?.help !== undefined, error: invalid }),
    autoComplete: ui?.autocomplete,
    value: typeof value === 'string' ? value : '',
    onChange: ({ target }: ChangeEvent<Control>) =>
      onChange(target.value === '' ? undefined : target.value),
    onBlur: () => onLeave(name),
  };
}

export function TextWidget(props: Props): ReactNode {
  return <input type="text" {...useControl(props)} />;
}

export function EmailWidget(props: Props): ReactNode {
  return <input type="email" inputMode="email" spellCheck={false} {...useControl(props)} />;
}

/** A day, today or later. */
export function DateWidget(props: Props): ReactNode {
  const [today] = useState(() => new Date().toISOString().slice(0, 'YYYY-MM-DD'.length));
  const { presets = [] } = useForm().form.ui[props.name] ?? {};
  const control = useControl(props);
  return (
    <>
      <input type="date" min={today} {...control} />
      {presets.length > 0 && (
        <div className="presets">
          {presets.map(({ label, value }) => (
            <button
              key={label}
              type="button"
              className="button"
              aria-pressed={props.value === value}
              disabled={props.disabled}
              onClick={() => props.onChange(value)}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

export function LongTextWidget(props: Props): ReactNode {
  return <textarea rows={5} {...useControl(props)} />;
}

/** A password, with a button that shows it. */
export function PasswordWidget(props: Props): ReactNode {
  const [shown, setShown] = useState(false);
  const { t } = useForm();
  const control = useControl(props);
  const label = t(shown ? 'form.hide' : 'form.show');
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="control-with-button">
      <input type={shown ? 'text' : 'password'} spellCheck={false} {...control} />
      <button
        type="button"
        className="icon"
        aria-label={label}
        title={label}
        onClick={() => setShown(!shown)}
      >
        <Icon size={18} />
      </button>
    </div>
  );
}

export function ChoiceWidget(props: Props): ReactNode {
  const { options, value } = props;
  const { t } = useForm();
  return (
    <select {...useControl(props)}>
      {/* The empty option is left out once another one is chosen. */}
      {typeof value !== 'string' && <option value="">{t('form.choose')}</option>}
      {options.enumOptions?.map((option) => (
        <option key={String(option.value)} value={String(option.value)}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** A checkbox. An agreement has the accepted version as its value. */
export function CheckboxWidget(props: Props): ReactNode {
  const { value, onChange, schema, label } = props;
  const { className, value: _, ...control } = useControl(props);
  const checkedValue = typeof schema.const === 'string' ? schema.const : true;
  return (
    <div className="control-check">
      <input
        type="checkbox"
        {...control}
        className={className.replace('control', 'check')}
        checked={value === checkedValue}
        onChange={({ target }) => onChange(target.checked ? checkedValue : undefined)}
      />
      <label htmlFor={props.id}>{label}</label>
    </div>
  );
}
