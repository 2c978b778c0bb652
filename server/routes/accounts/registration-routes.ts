/** Registration, and the confirmation of its address. */
import {
  confirmationRequest,
  doneAnswer,
  mailRequest,
  registrationRequest,
  type DoneAnswer,
  type FormAnswers,
  type MailRequest,
  type RegistrationRequest,
} from 'atlas-engine/http';
import { isUsername, normalEmail } from '../../accounts/names.ts';
import { passwordFaults, similarNames } from '../../accounts/password-rules.ts';
import { highest } from '../../accounts/ranks.ts';
import {
  invalid,
  refusal,
  tooMany,
  unfit,
  type AccountRoute,
  type Answer,
  type Call,
} from './account-route.ts';
import { confirmRegistration } from './confirm-registration.ts';
import { acceptedIn, AGREEMENT_FIELD, readAnswers } from './read-answers.ts';
import { faultsByForm, fieldsOfForm } from './check-fields.ts';
import { TOO_MANY_GUESSES } from './login-routes.ts';
import { EMAIL, PASSWORD, readFields, type FieldsOf } from './read-fields.ts';
import { readerLocale } from './reader-locale.ts';

const USERNAME_FAULT =
  'Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters.';

export const REGISTRATION_ROUTES: readonly AccountRoute[] = [
  {
    method: 'POST',
    url: '/api/auth/registration',
    for: 'everyone',
    limit: 'registration',
    schema: {
      summary: 'Registers an account, and sends a mail with the link that confirms its address.',
      produces: [],
      request: registrationRequest,
      answers: { 201: { description: 'The mail is sent.', answer: doneAnswer } },
    },
    answer: register,
  },
  {
    method: 'POST',
    url: '/api/auth/registration/verify-email',
    for: 'everyone',
    limit: 'links',
    schema: {
      summary: 'Confirms the address of a registration.',
      request: confirmationRequest,
      answer: doneAnswer,
      answers: { 429: TOO_MANY_GUESSES },
    },
    answer: confirmRegistration,
  },
  {
    method: 'POST',
    url: '/api/auth/registration/resend-email',
    for: 'everyone',
    limit: 'reset',
    schema: {
      summary: 'Sends the link of a registration again.',
      request: mailRequest,
      answer: doneAnswer,
    },
    answer: resendEmail,
  },
];

const FIELDS = {
  username: { check: (text: string) => (isUsername(text) ? [] : [USERNAME_FAULT]) },
  email: EMAIL,
  password1: { ...PASSWORD, check: passwordFaults },
  password2: PASSWORD,
  first_name: { required: false },
  last_name: { required: false },
} as const satisfies FieldsOf<RegistrationRequest>;

/** The field that asks for access with the registration. */
const REQUESTED = 'trusted_user' satisfies keyof RegistrationRequest;

/** Fields of the registration that are not answers of its form. */
const OWN: ReadonlySet<string> = new Set([...Object.keys(FIELDS), AGREEMENT_FIELD, REQUESTED]);

async function register(call: Call): Promise<Answer> {
  const { accounts, body, request } = call;
  if (accounts.mailing === 'off')
    throw refusal(403, 'Registration is switched off, because this server cannot send mails.');
  const texts = readFields(body, FIELDS, () => faultsByForm(call, 'registration'));
  const email = normalEmail(texts.email);
  const names = { username: texts.username, 'email address': email };
  const similar = similarNames(texts.password1, names);
  if (similar.length > 0) throw unfit(...similar);
  if (texts.password1 !== texts.password2) throw unfit("The two password fields didn't match.");
  const fields = readAnswers(fieldsOfForm(call, 'registration'), OWN);
  const rules = request.atlas.snapshot.accounts;
  limitMails(call, email);
  const account = {
    email,
    username: texts.username,
    hash: await accounts.passwords.hash(texts.password1),
    firstName: texts.first_name,
    lastName: texts.last_name,
    fields,
    agreement: acceptedIn(body, rules),
    locale: readerLocale(request),
    created: accounts.now(),
    confirmed: null,
    demonstration: false,
  };
  await accounts.store.transaction(async (tables) => {
    const id = await tables.accounts.add(account);
    if (id === null) throw invalid({ username: ['A user with that username already exists.'] });
    const level = body[REQUESTED] === true ? highest(rules) : '';
    if (level !== '')
      await tables.requests.add({
        account: id,
        level,
        reason: reasonIn(fields),
        answers: {},
        created: account.created,
      });
    const { locale, created } = account;
    // Also for an address with an account: its owner is informed, and the answer is the same.
    await tables.mails.add({
      kind: 'registered',
      email,
      locale,
      created,
      values: { account: String(id) },
    });
  });
  accounts.sendMails();
  return { status: 201, body: { detail: 'Verification e-mail sent.' } satisfies DoneAnswer };
}

function reasonIn({ reason }: FormAnswers): string {
  return typeof reason === 'string' ? reason : '';
}

async function resendEmail(call: Call): Promise<Answer> {
  await requestMail(call, 'resend');
  return { body: { detail: 'ok' } satisfies DoneAnswer };
}

/**
 * Adds a mail to an address that a visitor wrote. The entry is the same for every address; whether a
 * mail is sent is decided after the answer.
 */
export async function requestMail(call: Call, kind: 'resend' | 'reset'): Promise<void> {
  const { accounts, body, request } = call;
  const fields = { email: EMAIL } satisfies FieldsOf<MailRequest>;
  const email = normalEmail(readFields(body, fields).email);
  if (accounts.mailing === 'off')
    throw refusal(403, 'This server cannot send mails. Write to the operators of the atlas.');
  limitMails(call, email);
  const created = accounts.now();
  const locale = readerLocale(request);
  await accounts.store.mails.add({ kind, email, locale, values: {}, created });
  accounts.sendMails();
}

/** Limits the mails to one address, whether it has an account or not. Throws a `Refusal`. */
function limitMails({ accounts: { limits, now } }: Call, email: string): void {
  const wait = limits.requests.mail.take(email, now());
  if (wait > 0) throw tooMany(wait);
}
