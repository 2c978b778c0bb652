import { PASSWORD, type AccountState } from './account-states.ts';

/** A form, how it is filled, and the call that sends it. */
export interface FormCase extends Pick<AccountState, 'name' | 'at' | 'by' | 'given'> {
  /** The button that opens the form. */
  readonly opener?: string;
  /** The values by field, in the order of the form: a text, the place of an option, or a checkmark. */
  readonly values: Readonly<Record<string, string | number | true>>;
  /** The number of other fields that the form itself fills in. */
  readonly proposed?: number;
  /** The fields that must be filled in. */
  readonly required: readonly string[];
  readonly call: string;
  /** An element of the page after the form has been sent. */
  readonly done: string;
}

const NEW_PASSWORD = 'Okapi-Ituri-7?';
const NEW_PASSWORDS = { new_password1: NEW_PASSWORD, new_password2: NEW_PASSWORD };
const MAIL = { email: 'luc@example.test' };

const SUCCESS = '.form-success svg';
const NOTICE = '.admin-notice svg';

/** All forms of the screens. */
export const FORMS: readonly FormCase[] = [
  {
    name: 'the login',
    at: '/account/login',
    by: 'anonymous',
    values: { username: 'anna', password: PASSWORD },
    required: ['username', 'password'],
    call: 'POST /api/auth/login/',
    done: '.map',
  },
  {
    name: 'the registration',
    at: '/account/register',
    by: 'anonymous',
    values: {
      username: 'luc',
      ...MAIL,
      password1: PASSWORD,
      password2: PASSWORD,
      first_name: 'Luc',
      last_name: 'Essai',
      organisation: 'A school',
      organisation_type: 1,
      interest_area: 2,
      reason: 'A study.',
      trusted_user: true,
      agreement: true,
    },
    required: [
      'username',
      'email',
      'password1',
      'password2',
      'first_name',
      'last_name',
      'organisation_type',
      'interest_area',
      'reason',
      'agreement',
    ],
    call: 'POST /api/auth/registration/',
    done: '[name=email]:not([id^=registration])',
  },
  {
    name: 'a new confirmation',
    at: '/account/registration-email-sent',
    by: 'anonymous',
    values: MAIL,
    required: ['email'],
    call: 'POST /api/auth/registration/resend-email/',
    done: SUCCESS,
  },
  {
    name: 'a confirmation',
    at: '/account/confirm-email/good:key#user=luc',
    by: 'anonymous',
    values: { password: PASSWORD },
    required: ['password'],
    call: 'POST /api/auth/registration/verify-email/',
    done: SUCCESS,
  },
  {
    name: 'the reset',
    at: '/account/password-reset',
    by: 'anonymous',
    values: MAIL,
    required: ['email'],
    call: 'POST /api/auth/password/reset/',
    done: 'p a[href$="password-reset"]',
  },
  {
    name: 'a new password',
    at: '/account/password-reset-confirm/8/good-token',
    by: 'anonymous',
    values: NEW_PASSWORDS,
    required: Object.keys(NEW_PASSWORDS),
    call: 'POST /api/auth/password/reset/confirm/',
    done: SUCCESS,
  },
  {
    name: 'the contact form',
    at: '/contact',
    by: 'anonymous',
    values: { name: 'Luc', ...MAIL, subject: 'A border', message: 'It is too far north.' },
    required: ['name', 'email', 'subject', 'message'],
    call: 'POST /api/contact/',
    done: SUCCESS,
  },
  {
    name: 'a change of the password',
    at: '/account/settings',
    by: 'user',
    values: { old_password: PASSWORD, ...NEW_PASSWORDS },
    required: ['old_password', ...Object.keys(NEW_PASSWORDS)],
    call: 'POST /api/auth/password/change/',
    done: SUCCESS,
  },
  {
    name: 'the deletion of an account',
    at: '/account/settings',
    by: 'user',
    opener: '.button-danger',
    values: { password: PASSWORD },
    required: ['password'],
    call: 'POST /api/users/delete/',
    done: '.form-success',
  },
  {
    name: 'the request for access',
    at: '/account/access',
    by: 'user',
    values: {
      level: 1,
      reason: 'A study of customary tenure in one area.',
      country: 2,
      agreement: true,
    },
    required: ['level', 'reason', 'country', 'agreement'],
    call: 'POST /api/users/access-requests/',
    done: '.access-open',
  },
  {
    name: 'a grant',
    at: '/admin/requests',
    by: 'operator',
    opener: '.admin-card .button-main',
    values: { answer: 'Welcome.' },
    // The last day, and the country that the person asked for, with its outline.
    proposed: 3,
    required: [],
    call: 'POST /api/admin/requests/3/',
    done: NOTICE,
  },
  {
    name: 'an answer',
    at: '/admin/messages',
    by: 'operator',
    opener: '.admin-card .button-main',
    values: { answer: 'It is corrected now.' },
    required: ['answer'],
    call: 'POST /api/admin/messages/2/',
    done: NOTICE,
  },
  {
    name: 'a refusal',
    at: '/admin/requests',
    by: 'operator',
    opener: '.admin-card .button:not(.button-main)',
    values: { answer: 'Please name your institution.' },
    required: ['answer'],
    call: 'POST /api/admin/requests/3/',
    done: NOTICE,
  },
  {
    name: 'the grant of a level',
    at: '/admin/accounts',
    by: 'operator',
    opener: '.admin-card:not(:has(.admin-proposal)) .button',
    values: { level: 1, answer: 'Welcome.' },
    proposed: 1,
    required: ['level'],
    call: 'POST /api/admin/accounts/0/',
    done: NOTICE,
  },
];
