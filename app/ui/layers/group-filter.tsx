import '../../styles/filter.css';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { FilterField } from 'atlas-engine/runtime';
import { useAtlas, useTexts } from '../common/atlas-context.ts';
import { draftOf, readDraft, type DraftFault } from './filter-draft.ts';
import { FilterInputs } from './filter-inputs.tsx';

/** The filter form of the group that `FilterStore.open` names. */
export const GroupFilter = observer(function GroupFilter(): ReactNode {
  const { filters } = useAtlas();
  const t = useTexts();
  const id = filters.open;
  const fields = id === null ? [] : filters.fieldsOf(id);
  const [name, setName] = useState(
    () => (id === null ? undefined : filters.filtersOf(id)[0]?.field.field) ?? fields[0]?.field,
  );
  const field = fields.find((one) => one.field === name) ?? fields[0];
  const selectId = useId();
  const form = useRef<HTMLDivElement>(null);
  // It may open below the visible part of the list.
  useEffect(() => form.current?.scrollIntoView({ block: 'nearest' }), []);
  if (id === null || !field) return null;
  return (
    <div ref={form} className="filter-form">
      <label htmlFor={selectId}>{t('criteria.field')}</label>
      <select id={selectId} value={field.field} onChange={(event) => setName(event.target.value)}>
        {fields.map((one) => (
          <option key={one.field} value={one.field}>
            {one.label ?? t('criteria.title')}
          </option>
        ))}
      </select>
      <FieldForm key={field.field} id={id} field={field} />
    </div>
  );
});

/** The inputs for one field, with a message beside an invalid one. */
const FieldForm = observer(function FieldForm({
  id,
  field,
}: {
  /** The id of the group. */
  id: string;
  field: FilterField;
}): ReactNode {
  const { filters, layers } = useAtlas();
  const t = useTexts();
  const set = filters.filtersOf(id).find((one) => one.field.field === field.field)?.filter;
  const [draft, setDraft] = useState(() => draftOf(set));
  const [fault, setFault] = useState<DraftFault | null>(null);
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const read = readDraft(field, draft);
    if ('input' in read) {
      setFault(read);
      event.currentTarget.querySelector<HTMLElement>(`[name="${read.input}"]`)?.focus();
      return;
    }
    setFault(null);
    layers.setFilter(id, field.field, read);
  };
  const clear = (): void => {
    setDraft(draftOf(undefined));
    setFault(null);
    layers.setFilter(id, field.field, null);
  };
  return (
    <form onSubmit={apply} noValidate>
      <FilterInputs
        field={field}
        draft={draft}
        fault={fault}
        onChange={(input, value) => setDraft({ ...draft, [input]: value })}
      />
      <div className="filter-actions">
        <button type="submit" className="button">
          {t('criteria.apply')}
        </button>
        {set && (
          <button type="button" className="quiet" onClick={clear}>
            {t('criteria.clear')}
          </button>
        )}
      </div>
    </form>
  );
});
