/** `/api/geodata/prepared-dataset`: what can be downloaded, and the downloads of an account. */
import type { DownloadFormat } from '../bundle/tool.ts';
import { texts, time } from './common.ts';
import * as shape from './shape.ts';
import { described, integer, list, nullable, number, object, optional, text } from './shape.ts';

const formats = list(text as shape.Shape<DownloadFormat>);

const offeredDataset = object({
  id: text,
  title: texts,
  group: optional(described(text, 'The group of the layer list that shows the dataset.')),
  licence: optional(text),
  terms: optional(described(text, 'The id of its terms of use.')),
  restricted: described(shape.boolean, 'Whether not everyone may download it.'),
  wide: optional(
    described(
      shape.yes,
      'It may be downloaded over an area that is too large, if it has few objects there.',
    ),
  ),
  locked: optional(described(text, 'The level that it requires, if the account may not have it.')),
});

const job = {
  id: text,
  state: described(
    shape.words('waiting', 'running', 'done', 'empty', 'failed'),
    '`empty`: no dataset has a feature in the area.',
  ),
  reason: described(
    nullable(shape.words('forbidden', 'late', 'too-much', 'no-room', 'server')),
    'Why it failed: the account lost a permission, it took too long, the files would be too large, the disk is full, or anything else.',
  ),
  bytes: described(nullable(integer), 'The size of the file; null until it is done.'),
  progress: described(integer, 'Percent.'),
  ahead: described(integer, 'The number of downloads that are prepared before this one.'),
  size: described(number, 'The size of the area in square kilometres.'),
  datasets: list(text),
  formats,
  created: time,
  expires: time,
  file: described(nullable(text), 'The address of the file; null until it is done.'),
} as const;

export const downloadJob = object(job);

/** A download with its area. */
export const downloadAnswer = object({
  ...job,
  area: described(text, 'The area as well-known text, in degrees.'),
});

export const downloadOffer = object({
  datasets: list(offeredDataset),
  jobs: list(downloadJob),
  agreement: described(nullable(text), 'The version of the data agreement; null if there is none.'),
});

export const downloadCountsRequest = object({
  area: described(text, 'Well-known text in degrees.'),
});

export const downloadCounts = object({
  datasets: described(
    list(object({ id: text, count: integer })),
    'The number of features in the area of each dataset that the account may download there. A dataset that takes too long to count is missing.',
  ),
});

export const downloadOrder = object({
  area: described(text, 'Well-known text in degrees.'),
  datasets: list(text),
  formats,
  agreement: nullable(text),
});

export type DownloadJob = shape.ValueOf<typeof downloadJob>;
export type DownloadAnswer = shape.ValueOf<typeof downloadAnswer>;
export type DownloadOffer = shape.ValueOf<typeof downloadOffer>;
export type DownloadCounts = shape.ValueOf<typeof downloadCounts>;
export type DownloadOrder = shape.ValueOf<typeof downloadOrder>;
