import { createContext, type ReactNode } from 'react';
import type { RJSFSchema, WidgetProps } from '@rjsf/utils';
import { Chunk } from '../../ui/common/chunk.tsx';
import { describedBy, useForm, type FormValues } from './form-model.ts';

const loadPicker = () => import('./area-picker.tsx');

/** The field of an area, for the code that is loaded with the first one. */
export interface AreaField {
  /** The id of its first control. */
  readonly id: string;
  /** A polygon as GeoJSON or well-known text; empty without one. */
  readonly value: string;
  readonly disabled: boolean;
  readonly describedBy: string | undefined;
  readonly change: (value: string | undefined) => void;
}

export const AreaFieldContext = createContext<AreaField | null>(null);

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
