/** What the routes of accounts answer about the account of the visitor. */
import { time } from './common.ts';
import * as shape from './shape.ts';
import { described, integer, list, nullable, object, optional, text } from './shape.ts';

export const profileAnswer = object({
  username: text,
  email: text,
  first_name: text,
  last_name: text,
  groups: described(list(text), 'The levels and roles of the account.'),
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
  state: shape.words('open', 'granted', 'refused'),
  answer: described(text, 'The reason of a refusal, or a sentence for the person.'),
  created: time,
  decided: nullable(time),
  until: described(nullable(time), 'The end of a granted access; null without an end.'),
});

export const accessRequestsAnswer = list(accessRequest);

export type ProfileAnswer = shape.ValueOf<typeof profileAnswer>;
export type DeviceAnswer = shape.ValueOf<typeof device>;
export type AccessRequestAnswer = shape.ValueOf<typeof accessRequest>;
