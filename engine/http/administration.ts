/** `/api/admin/…`: what operators see, and what they decide. */
import { formAnswers, heldLevel, place, requestState, texts, time } from './common.ts';
import * as shape from './shape.ts';
import { described, either, integer, list, nullable, object, optional, text } from './shape.ts';

/** The kinds of mails. */
export const MAIL_KINDS = [
  ...(['registered', 'resend', 'reset', 'changed', 'granted'] as const),
  ...(['refused', 'revoked', 'ended', 'request', 'message', 'answered'] as const),
] as const;

const operator = described(nullable(text), 'The user name of the operator; null for nobody yet.');

const endedRegistration = object({ username: text, created: time, ended: time });

const others = described(
  list(endedRegistration),
  'Other registrations with the same address, which ended when the address was confirmed.',
);

/** What became of the access of a person. */
const accessEvent = object({
  at: time,
  by: described(text, 'The user name of the operator, `command line`, `server` or `owner`.'),
  action: shape.words(
    ...(['requested', 'granted', 'refused', 'revoked'] as const),
    ...(['ended', 'suspended', 'restored'] as const),
  ),
  level: described(text, 'The id of a level or role; empty for `suspended` and `restored`.'),
  until: described(nullable(time), 'The end of a grant; null without an end.'),
});

const adminRequest = object({
  id: integer,
  account: integer,
  username: text,
  email: text,
  first_name: text,
  last_name: text,
  locale: text,
  level: text,
  reason: text,
  created: time,
  state: requestState,
  decided: nullable(time),
  by: operator,
  answer: text,
  answers: described(formAnswers, 'The answers to the other fields of the form of requests.'),
  grants: described(list(heldLevel), 'What the account holds.'),
  history: described(
    list(accessEvent),
    'Earlier requests and decisions about the account, newest first; empty for a decided request.',
  ),
  others,
  fields: described(formAnswers, 'The answers of the registration.'),
});

export const adminRequests = list(adminRequest);

const adminMessage = object({
  id: integer,
  kind: shape.words('contact', 'error'),
  name: text,
  email: text,
  subject: text,
  message: text,
  locale: text,
  created: time,
  done: nullable(time),
  by: operator,
  answer: described(text, 'The answer to the person; empty without one.'),
  context: described(
    formAnswers,
    'The layer, the object and the view that a report of an error is about.',
  ),
});

export const adminMessages = list(adminMessage);

const proposal = object({
  action: shape.words('grant', 'revoke', 'suspend', 'restore'),
  level: described(text, 'Empty for `suspend` and `restore`.'),
  until: nullable(time),
  by: described(text, 'The user name of the operator.'),
  at: time,
});

const adminAccount = object({
  id: integer,
  username: text,
  email: text,
  first_name: text,
  last_name: text,
  agreement: described(nullable(text), 'The accepted version of the data agreement.'),
  locale: text,
  created: time,
  confirmed: nullable(time),
  suspended: nullable(time),
  grants: list(heldLevel),
  others,
  proposals: described(list(proposal), 'Changes that wait for a second operator.'),
  fields: described(formAnswers, 'The answers of the registration.'),
});

export const adminAccounts = list(adminAccount);

const auditLine = {
  at: time,
  by: described(text, 'The user name of the operator, `command line`, or `owner`.'),
} as const;

export const adminAudit = list(
  object({ ...auditLine, action: text, account: nullable(integer), detail: text }),
);

const adminMail = object({
  id: integer,
  kind: described(text, `Such as ${MAIL_KINDS.map((kind) => `\`${kind}\``).join(', ')}.`),
  email: text,
  created: time,
  attempts: integer,
  next: described(nullable(time), 'The time of the next attempt; null if the mail was given up.'),
  dropped: described(nullable(time), 'The time at which the mail was given up.'),
  error: described(text, 'The error of the last attempt.'),
});

export const adminMails = list(adminMail);

const adminDownload = object({
  ...auditLine,
  account: nullable(integer),
  datasets: described(text, 'Ids, separated by commas.'),
  area: described(nullable(shape.number), 'Square kilometres; null if it is not known.'),
  formats: described(text, 'Separated by commas.'),
});

export const adminDownloads = list(adminDownload);

export const grantableLevels = list(
  object({
    id: text,
    name: texts,
    opens: described(list(texts), 'The names of the layers that it opens, by language.'),
  }),
);

export const waitingWork = object({
  requests: described(integer, 'Requests for access without a decision.'),
  messages: described(integer, 'Messages that are not done.'),
});

const until = optional(described(text, 'The last day, `YYYY-MM-DD`, or a time in ISO 8601.'));
const answer = optional(described(text, 'A sentence for the person.'));

export const decisionRequest = object({
  decision: shape.words('grant', 'refuse'),
  until,
  ...place,
  answer: optional(described(text, 'A sentence for the person; required for `refuse`.')),
});

/** Marks a message as done. */
export const messageClosing = object({
  answer: optional(described(text, 'Sent to the person by e-mail.')),
});

export const decidedAnswer = object({ id: integer, state: requestState });

/** An answer about an entry that has changed. */
export const changedEntry = object({ id: integer });

const grantChange = object({
  action: shape.words('grant'),
  level: text,
  until,
  ...place,
  answer,
});

export const accountChange = either(
  grantChange,
  described(
    object({ action: shape.words('revoke'), level: text, ...place }),
    'Takes the level from one place of the account; without a place, the level that is valid everywhere.',
  ),
  object({ action: shape.words('suspend', 'restore') }),
);

export const changedAccount = object({
  id: integer,
  state: described(
    shape.words('done', 'proposed'),
    '`proposed`, with status 202: the change waits for a second operator.',
  ),
});

export const withdrawnChange = object({ id: integer, state: shape.words('withdrawn') });

export type MailKind = (typeof MAIL_KINDS)[number];
export type EndedRegistrationAnswer = shape.ValueOf<typeof endedRegistration>;
export type AccessEventAnswer = shape.ValueOf<typeof accessEvent>;
export type AdminRequestAnswer = shape.ValueOf<typeof adminRequest>;
export type AdminMessageAnswer = shape.ValueOf<typeof adminMessage>;
export type AdminAccountAnswer = shape.ValueOf<typeof adminAccount>;
export type ProposalAnswer = shape.ValueOf<typeof proposal>;
export type AdminMailAnswer = shape.ValueOf<typeof adminMail>;
export type AdminDownloadAnswer = shape.ValueOf<typeof adminDownload>;
export type WaitingWork = shape.ValueOf<typeof waitingWork>;
export type GrantableLevels = shape.ValueOf<typeof grantableLevels>;
export type DecisionRequest = shape.ValueOf<typeof decisionRequest>;
export type MessageClosing = shape.ValueOf<typeof messageClosing>;
export type DecidedAnswer = shape.ValueOf<typeof decidedAnswer>;
export type ChangedEntry = shape.ValueOf<typeof changedEntry>;
export type GrantChange = shape.ValueOf<typeof grantChange>;
export type AccountChange = shape.ValueOf<typeof accountChange>;
export type ChangedAccount = shape.ValueOf<typeof changedAccount>;
export type WithdrawnChange = shape.ValueOf<typeof withdrawnChange>;
