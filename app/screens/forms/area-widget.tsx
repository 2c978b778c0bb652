import type { ReactNode } from 'react';
import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { Chunk } from '../../ui/common/chunk.tsx';
import { AreaFieldContext, type AreaField } from './area-field-context.ts';
import { describedBy, useForm, type FormValues } from './form-model.ts';

const loadPicker = () => import('./area-picker.tsx');

/** An area, chosen by its name, drawn on a map, or pasted. */
export function AreaWidget(props: WidgetProps<FormValues, RJSFSchema>): ReactNode {
  const { id, name, value, disabled = false, onChange } = props;
  const { form, messageOf } = useForm();
  const texts = { help: form.ui[name]?.help !== undefined, error: messageOf(name) !== undefined };
  const field: AreaField = {
    id,
    value: typeof value === 'string' ? value : '',
    disabled,
    describedBy: describedBy(id, texts),
    change: onChange,
  };
  return (
    <AreaFieldContext value={field}>
      <Chunk load={loadPicker} />
    </AreaFieldContext>
  );
}
