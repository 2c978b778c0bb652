/**
 * What the server keeps about people: accounts, their sessions, what operators granted, and what
 * visitors wrote. Times are milliseconds since 1970.
 */
import type { FormAnswers } from 'atlas-engine/http';

/** The data of a new account. */
export interface NewAccount {
  /** The address in the form of `normalEmail`. */
  readonly email: string;
  readonly username: string;
  /** The password as a hash of `hashPassword`. */
  readonly hash: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The other answers of the registration. */
  readonly fields: FormAnswers;
  /** The version of the data agreement that the person accepted; null for none. */
  readonly agreement: string | null;
  /** The language of mails. */
  readonly locale: string;
  readonly created: number;
  /** The time at which the address was confirmed; null if it is not. */
  readonly confirmed: number | null;
  /** True for an account of the demonstration, which only visitors of the same machine can use. */
  readonly demonstration: boolean;
}

export interface Account extends NewAccount {
  readonly id: number;
  /** The time of the suspension; null if the account is active. */
  readonly suspended: number | null;
}

/** A level or a role that an operator gave to an account. */
export interface Grant {
  readonly id: number;
  readonly account: number;
  /** The id of a level or of a role of `permissions`. */
  readonly level: string;
  /** Where the grant is valid; empty for everywhere. */
  readonly scope: string;
  /** The time until which the grant is valid, included; null for no end. */
  readonly until: number | null;
  /** The user name of the operator, or `command line`. */
  readonly by: string;
  readonly created: number;
}

export type NewGrant = Omit<Grant, 'id'>;

/** A device on which an account is logged in. */
export interface Session {
  readonly id: number;
  readonly account: number;
  readonly created: number;
  /** The time of the last request, to the hour. */
  readonly seen: number;
  readonly expires: number;
  /** The browser and system, shortened. */
  readonly device: string;
  /** The network of the client, not its address. */
  readonly network: string;
}

export interface NewSession extends Omit<Session, 'id'> {
  /** Hash of the secret in the cookie. */
  readonly cookie: string;
  /** Hash of the key for `Authorization: Token`. */
  readonly key: string;
}

/** The purpose of a single-use key. */
export type KeyPurpose = 'confirm' | 'reset';

export interface NewKey {
  readonly hash: string;
  readonly account: number;
  readonly purpose: KeyPurpose;
  readonly expires: number;
}

export type RequestState = 'open' | 'granted' | 'refused';

/** A request for a level. */
export interface AccessRequest {
  readonly id: number;
  readonly account: number;
  readonly level: string;
  /** What the person wrote. */
  readonly reason: string;
  /** The answers to the other fields of the form. */
  readonly answers: FormAnswers;
  readonly created: number;
  readonly state: RequestState;
  readonly decided: number | null;
  /** The user name of the operator who decided. */
  readonly by: string | null;
  /** The reason of a refusal, or a sentence for the person. */
  readonly answer: string;
}

/** An access request with the person who made it. */
export interface AccessRequestOf extends AccessRequest {
  readonly username: string;
  readonly email: string;
  readonly fields: FormAnswers;
}

/** A message from the contact form, or a report of an error in the data. */
export interface NewMessage {
  readonly kind: 'contact' | 'error';
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  /** The layer, object and view that the message is about. */
  readonly context: FormAnswers;
  readonly locale: string;
  readonly account: number | null;
  readonly created: number;
}

export interface Message extends NewMessage {
  readonly id: number;
  /** The time at which an operator marked the message as done; null while it is open. */
  readonly done: number | null;
  readonly by: string | null;
  /** What the operator answered; empty without an answer. */
  readonly answer: string;
}

/** A mail to send. Its text and its links are made when it is sent. */
export interface NewMail {
  readonly kind: string;
  readonly email: string;
  readonly locale: string;
  /** Values for the text. Never a key or a password. */
  readonly values: Readonly<Record<string, string>>;
  readonly created: number;
}

export interface Mail extends NewMail {
  readonly id: number;
  /** The time of the next attempt. */
  readonly due: number;
  readonly attempts: number;
  /** The error of the last attempt; empty if there is none. */
  readonly error: string;
  /** The time at which the mail was given up; null while it is tried. */
  readonly dropped: number | null;
}

/** Who decides, and when. */
export interface Decider {
  /** The user name of the operator, or `command line`. */
  readonly by: string;
  readonly at: number;
}

/** The end of a consent to a dataset, before its last day. */
export interface Withdrawal {
  readonly dataset: string;
  readonly at: number;
  /** Who withdrew it in the name of the people; `command line`. */
  readonly by: string;
  readonly why: string;
}

/** The actions of the audit that other code reads. */
export type AuditAction = 'downloaded' | 'registration ended';

/** A line of the audit: who did what to which account. */
export interface AuditLine {
  readonly at: number;
  /** The user name of the operator, `command line`, or `owner`. */
  readonly by: string;
  readonly action: string;
  readonly account: number | null;
  readonly detail: string;
}
