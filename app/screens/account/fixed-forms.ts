/** The forms whose fields the routes of the specification fix. Their texts are those of the interface. */
import type { Translate, WordKey } from 'atlas-engine/runtime';
import type { DrawnForm } from '../forms/form-model.ts';
import { formOf, type Field } from '../forms/form-of.ts';

type Texts = Translate<WordKey>;

function passwordField(name: string, title: string, autocomplete: string): Field {
  return {
    name,
    schema: { type: 'string', title, minLength: 1, maxLength: 128 },
    ui: { widget: 'password', autocomplete },
  };
}

/** The new password and its confirmation. */
function newPasswordFields(t: Texts): Field[] {
  const first = passwordField('new_password1', t('account.new-password'), 'new-password');
  const second = passwordField('new_password2', t('account.new-password-again'), 'new-password');
  return [
    {
      ...first,
      schema: { type: 'string', title: t('account.new-password'), minLength: 8, maxLength: 128 },
      ui: { ...first.ui, help: t('account.password-help') },
    },
    {
      ...second,
      schema: {
        type: 'string',
        title: t('account.new-password-again'),
        minLength: 1,
        'x-same-as': 'new_password1',
      },
    },
  ];
}

export function loginForm(t: Texts): DrawnForm {
  return formOf('login', t('account.login'), [
    {
      name: 'username',
      schema: { type: 'string', title: t('account.username'), minLength: 1, pattern: '\\S' },
      ui: { widget: 'text', autocomplete: 'username' },
    },
    passwordField('password', t('account.password'), 'current-password'),
  ]);
}

export function emailForm(t: Texts, { id, submit }: { id: string; submit: string }): DrawnForm {
  return formOf(id, submit, [
    {
      name: 'email',
      schema: {
        type: 'string',
        title: t('account.email'),
        format: 'email',
        minLength: 1,
        maxLength: 254,
      },
      ui: { widget: 'email', autocomplete: 'email' },
    },
  ]);
}

export function newPasswordForm(t: Texts): DrawnForm {
  return formOf('new-password', t('account.save-password'), newPasswordFields(t));
}

export function changePasswordForm(t: Texts): DrawnForm {
  const old = passwordField('old_password', t('account.old-password'), 'current-password');
  return formOf('change-password', t('account.save-password'), [old, ...newPasswordFields(t)]);
}

export function confirmForm(t: Texts): DrawnForm {
  return formOf('confirm-email', t('account.confirm'), [
    passwordField('password', t('account.password'), 'current-password'),
  ]);
}

export function deleteForm(t: Texts): DrawnForm {
  return formOf('delete-account', t('account.delete'), [
    passwordField('password', t('account.password'), 'current-password'),
  ]);
}
