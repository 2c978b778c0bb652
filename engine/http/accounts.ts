/** The routes of accounts: login, registration, passwords, the account of the visitor, contact. */
import { formAnswers, heldLevel, requestState, time } from './common.ts';
import * as shape from './shape.ts';
import { described, integer, list, nullable, object, optional, text } from './shape.ts';

export const profileAnswer = object({
  username: text,
  email: text,
  first_name: text,
  last_name: text,
  groups: described(list(text), 'The levels everywhere and the roles of the account.'),
  grants: optional(described(list(heldLevel), 'The levels that it holds in places only.')),
  agreement_due: optional(described(shape.yes, 'The current data agreement is not accepted.')),
  operator: optional(shape.yes),
});

const device = object({
  id: integer,
  device: text,
  network: text,
  created: time,
  seen: time,
  current: shape.boolean,
});

export const devicesAnswer = list(device);

const accessRequest = object({
  id: integer,
  level: text,
  reason: text,
  state: requestState,
  answer: described(text, 'The reason of a refusal, or a sentence for the person.'),
  created: time,
  decided: nullable(time),
  until: described(nullable(time), 'The end of a granted access; null without an end.'),
});

export const accessRequestsAnswer = list(accessRequest);

/** A sentence about a change that was made. */
export const doneAnswer = object({ detail: text });

const password = described(text, 'As it was typed.');

export const loginRequest = object({ username: text, password });

export const loginAnswer = object({
  key: described(text, 'The key for the header `Authorization: Token`.'),
});

const agreement = optional(
  described(shape.either(text, shape.yes), 'The accepted version of the data agreement, or true.'),
);

export const registrationRequest = described(
  object({
    username: text,
    email: text,
    password1: password,
    password2: described(text, 'The password again.'),
    first_name: optional(text),
    last_name: optional(text),
    agreement,
    trusted_user: optional(described(shape.boolean, 'Whether to request the highest level.')),
  }),
  'Other keys are the fields of the form of the atlas.',
);

export const confirmationRequest = object({
  key: described(text, 'The last part of the link in the mail.'),
  password: described(text, 'The password of the registration.'),
});

export const mailRequest = object({ email: text });

const newPassword = {
  new_password1: password,
  new_password2: described(text, 'The password again.'),
} as const;

export const resetRequest = object({
  uid: described(text, 'The first of the two last parts of the link in the mail.'),
  token: described(text, 'The last part of the link.'),
  ...newPassword,
});

export const passwordRequest = object({ old_password: password, ...newPassword });

export const deletionRequest = object({ password });

export const userAnswer = object({
  pk: integer,
  username: text,
  email: text,
  first_name: text,
  last_name: text,
});

export const namesRequest = object({ first_name: optional(text), last_name: optional(text) });

const versionOrNull = nullable(text);

export const accountAnswer = object({
  username: text,
  email: text,
  locale: described(text, 'The language of mails.'),
  created: time,
  agreement: described(
    object({ accepted: versionOrNull, current: versionOrNull }),
    'Versions of the data agreement.',
  ),
  fields: described(formAnswers, 'The answers of the registration.'),
  grants: list(heldLevel),
});

export const agreementAnswer = object({ accepted: text });

export const languageAnswer = object({ language: text });

const row = described({ type: 'object' } as shape.Shape<object>, 'As it is stored.');
const rows = list(row);

/** Everything that is stored about a person. */
export const exportAnswer = object({
  account: row,
  grants: rows,
  sessions: rows,
  networks: list(text),
  requests: rows,
  messages: rows,
  downloads: rows,
  audit: rows,
});

export const messageRequest = described(
  object({
    name: text,
    email: text,
    subject: text,
    message: text,
    layer: optional(described(text, 'The group that a report of an error is about.')),
    object: optional(described(text, 'The name of the object that a report of an error is about.')),
    view: optional(described(text, 'The view of the map that a report of an error is about.')),
  }),
  'Other keys are the fields of the form of the atlas.',
);

const ownMessage = object({
  id: integer,
  subject: text,
  message: text,
  context: described(formAnswers, 'The layer, the object and the view that the message is about.'),
  created: time,
  done: described(nullable(time), 'When it was answered; null while it is open.'),
  answer: described(text, 'The answer of the operators; empty without one.'),
});

export const ownMessagesAnswer = list(ownMessage);

export const accessOrder = object({
  level: optional(described(text, 'The id of a level; default: the highest.')),
  reason: text,
  agreement,
});

export const accessOrdered = object({ id: integer, level: text, state: shape.words('open') });

export type ProfileAnswer = shape.ValueOf<typeof profileAnswer>;
export type DeviceAnswer = shape.ValueOf<typeof device>;
export type AccessRequestAnswer = shape.ValueOf<typeof accessRequest>;
export type DoneAnswer = shape.ValueOf<typeof doneAnswer>;
export type LoginRequest = shape.ValueOf<typeof loginRequest>;
export type LoginAnswer = shape.ValueOf<typeof loginAnswer>;
export type RegistrationRequest = shape.ValueOf<typeof registrationRequest>;
export type ConfirmationRequest = shape.ValueOf<typeof confirmationRequest>;
export type MailRequest = shape.ValueOf<typeof mailRequest>;
export type ResetRequest = shape.ValueOf<typeof resetRequest>;
export type PasswordRequest = shape.ValueOf<typeof passwordRequest>;
export type DeletionRequest = shape.ValueOf<typeof deletionRequest>;
export type UserAnswer = shape.ValueOf<typeof userAnswer>;
export type NamesRequest = shape.ValueOf<typeof namesRequest>;
export type AccountAnswer = shape.ValueOf<typeof accountAnswer>;
export type AgreementAnswer = shape.ValueOf<typeof agreementAnswer>;
export type LanguageAnswer = shape.ValueOf<typeof languageAnswer>;
export type ExportAnswer = shape.ValueOf<typeof exportAnswer>;
export type MessageRequest = shape.ValueOf<typeof messageRequest>;
export type OwnMessageAnswer = shape.ValueOf<typeof ownMessage>;
export type AccessOrder = shape.ValueOf<typeof accessOrder>;
export type AccessOrdered = shape.ValueOf<typeof accessOrdered>;
