import { CircleAlert } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useId, type ReactNode } from 'react';
import type { FilterField, IndexWordKey } from 'atlas-engine/runtime';
import { useTexts } from '../common/atlas-context.ts';
import type { DraftFault, FilterDraft, FilterInput } from './filter-draft.ts';
import { useNumber } from '../common/use-number.ts';

interface InputsProps {
  readonly field: FilterField;
  readonly draft: FilterDraft;
  readonly fault: DraftFault | null;
  readonly onChange: (input: FilterInput, value: string) => void;
}

const LABELS: Readonly<Record<FilterInput, IndexWordKey>> = {
  words: 'criteria.words',
  value: 'criteria.value',
  min: 'criteria.min',
  max: 'criteria.max',
};

/** The inputs for the kind of a field: words, one of its values, or two ends of a range. */
export const FilterInputs = observer(function FilterInputs(props: InputsProps): ReactNode {
  const t = useTexts();
  const { field, draft, onChange } = props;
  const id = useId();
  if (field.kind === 'value') {
    const values = field.values ?? { true: t('value.yes'), false: t('value.no') };
    return (
      <div className="filter-field">
        <label htmlFor={id}>{t(LABELS.value)}</label>
        <select
          id={id}
          name="value"
          value={draft.value}
          onChange={(event) => onChange('value', event.target.value)}
        >
          <option value="">{t('criteria.any')}</option>
          {Object.entries(values).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Fault fault={props.fault} input="value" id={`${id}-fault`} />
      </div>
    );
  }
  if (field.kind === 'words') return <TextInput {...props} input="words" />;
  return (
    <div className="filter-range">
      <TextInput {...props} input="min" />
      <TextInput {...props} input="max" />
    </div>
  );
});

/** One input with its label, its unit and its message. */
const TextInput = observer(function TextInput({
  field,
  draft,
  fault,
  onChange,
  input,
}: InputsProps & { input: FilterInput }): ReactNode {
  const t = useTexts();
  const id = useId();
  const faultId = `${id}-fault`;
  const isWrong = fault?.input === input;
  const type = field.kind === 'date' ? 'date' : 'text';
  return (
    <div className="filter-field">
      <label htmlFor={id}>
        {t(LABELS[input])}
        {field.unit && ` (${field.unit})`}
      </label>
      <input
        id={id}
        name={input}
        type={type}
        inputMode={field.kind === 'number' ? 'decimal' : undefined}
        autoComplete="off"
        value={draft[input]}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? faultId : undefined}
        onChange={(event) => onChange(input, event.target.value)}
      />
      <Fault fault={fault} input={input} id={faultId} />
    </div>
  );
});

function Fault({
  fault,
  input,
  id,
}: {
  fault: DraftFault | null;
  input: FilterInput;
  id: string;
}): ReactNode {
  const t = useTexts();
  const number = useNumber();
  return (
    <p id={id} className="filter-fault" role="alert">
      {fault?.input === input && (
        <>
          <CircleAlert size={16} aria-hidden="true" />
          {t(fault.text, { example: number(EXAMPLE) })}
        </>
      )}
    </p>
  );
}

/** A number with a decimal, to show how the reader's language writes it. */
const EXAMPLE = 12.5;
