import type { FormFault, Translate, WordKey } from 'atlas-engine/runtime';
import type { Failure } from '../../net/http-client.ts';

/** Returns the message for a value that the rules of the form do not allow. */
export function messageOfFault({ kind, limit = 0 }: FormFault, t: Translate<WordKey>): string {
  switch (kind) {
    case 'required':
      return t('form.missing');
    case 'too-short':
      return t('form.too-short', { count: limit });
    case 'too-long':
      return t('form.too-long', { count: limit });
    case 'email':
      return t('form.email');
    case 'pattern':
      return t('form.pattern');
    case 'option':
      return t('form.option');
    case 'agree':
      return t('form.agree');
    case 'same':
      return t('form.same');
    default:
      return t('form.value');
  }
}

/**
 * Returns the message for a field that the server does not accept. The rules of the form have been
 * checked before, so the name of the field says what is left.
 */
export function messageOfRefusal(field: string, t: Translate<WordKey>): string {
  switch (field) {
    case 'username':
      return t('form.username-refused');
    case 'level':
      return t('form.level-refused');
    case 'until':
      return t('form.until-refused');
    case 'email':
      return t('form.email');
    case 'password1':
    case 'new_password1':
    case 'new_password2':
      return t('form.password-refused');
    case 'password2':
      return t('form.same');
    case 'old_password':
      return t('account.change-refused-help');
    case 'password':
      return t('form.password-wrong');
    default:
      return t('form.value');
  }
}

/** Returns the message for a call that failed, except for fields with a message of their own. */
export function messageOfFailure(failure: Failure, t: Translate<WordKey>): string {
  switch (failure.kind) {
    case 'offline':
      return t('form.offline');
    case 'timeout':
      return t('form.timeout');
    case 'busy':
      return t('form.busy');
    case 'limited':
      return t('form.limited', { count: failure.minutes });
    case 'invalid':
      return t(failure.fields.includes('operators') ? 'admin.alone' : 'form.refused');
    case 'forbidden':
    case 'unauthorized':
      return t('form.forbidden');
    default:
      return t('form.server');
  }
}
