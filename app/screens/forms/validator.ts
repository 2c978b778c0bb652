import type { RJSFSchema, RJSFValidationError, ValidatorType } from '@rjsf/utils';
import { checkForm, type FormSchema } from 'atlas-engine/runtime';
import type { FormValues } from './form-model.ts';

/**
 * Returns the validator of a form for rjsf. It interprets the schema, because the security policy of
 * the page forbids code that is compiled in the browser.
 */
export function validatorOf(schema: FormSchema): ValidatorType<FormValues, RJSFSchema> {
  const errorsOf = (values: FormValues = {}): RJSFValidationError[] =>
    checkForm(schema, given(values)).map(({ field, kind }) => ({
      name: kind,
      property: `.${field}`,
      message: kind,
      stack: `${field}: ${kind}`,
    }));
  return {
    validateFormData: (values) => {
      const errors = errorsOf(values);
      const errorSchema = Object.fromEntries(
        errors.map(({ property = '', message = '' }) => [
          property.slice(1),
          { __errors: [message] },
        ]),
      );
      return { errors, errorSchema };
    },
    isValid: (_schema, values) => errorsOf(values).length === 0,
    rawValidation: () => ({ errors: [] }),
  };
}

/** Returns the fields that have a value. */
export function given(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
