/** What the server of accounts in tests answers to operators, by method and path. */
import type {
  AdminAccountAnswer,
  AdminDownloadAnswer,
  AdminMailAnswer,
  AdminMessageAnswer,
  AdminRequestAnswer,
  ChangedAccount,
  GrantableLevels,
} from 'atlas-engine/http';

const CREATED = '2026-11-20T08:00:00Z';
const DONE = { decided: CREATED, by: 'awa' };
const MESSAGE: Omit<AdminMessageAnswer, 'id'> = {
  kind: 'error',
  name: 'Mira Essai',
  email: 'mira@example.test',
  locale: 'fr',
  subject: 'The border',
  message: 'It is too far north.\n\nRegards',
  created: CREATED,
  context: { layer: 'logging', object: 'UFA 10-047', view: '/#6/1/20' },
  done: null,
  by: null,
  answer: '',
};
const PERSON = {
  username: 'mira',
  email: 'mira@example.test',
  locale: 'fr',
  first_name: 'Mira',
  last_name: 'Essai',
};
const REQUEST: Omit<AdminRequestAnswer, 'id'> = {
  ...PERSON,
  account: 7,
  level: 'level-2',
  reason: 'A study of tenure.',
  created: CREATED,
  state: 'open',
  decided: null,
  by: null,
  answer: '',
  answers: { country: 'cod' },
  grants: [{ level: 'level-1', until: '2027-01-31T23:59:59.999Z' }],
  history: [
    { at: CREATED, by: 'awa', action: 'granted', level: 'level-1', until: '2027-01-31T23:59:59Z' },
    { at: '2026-11-02T08:00:00Z', by: 'awa', action: 'refused', level: 'level-2', until: null },
    { at: '2026-11-01T08:00:00Z', by: 'owner', action: 'requested', level: 'level-2', until: null },
  ],
  others: [
    { username: 'mira-2', created: CREATED, ended: CREATED },
    { username: 'm.e', created: '2026-11-19T08:00:00Z', ended: CREATED },
  ],
  fields: { organisation_type: 'ngo', interest_area: 'landrights', reason: 'A study.' },
};
const ACCOUNT: Omit<AdminAccountAnswer, 'id'> = {
  ...PERSON,
  agreement: null,
  created: CREATED,
  confirmed: CREATED,
  suspended: null,
  grants: [{ level: 'level-1', until: '2027-01-31T23:59:59.999Z' }],
  fields: {},
  others: [{ username: 'mira-2', created: CREATED, ended: CREATED }],
  proposals: [],
};
const MAIL = { email: 'mira@example.test', created: CREATED, attempts: 3, error: 'refused' };
const DOWNLOAD = {
  at: CREATED,
  by: 'mira',
  account: 7,
  datasets: 'tenure',
  area: 1234.5,
  formats: 'geojson',
};

interface Lists {
  readonly requests: readonly AdminRequestAnswer[];
  readonly messages: readonly AdminMessageAnswer[];
  readonly accounts: readonly AdminAccountAnswer[];
  readonly mails: readonly AdminMailAnswer[];
  readonly downloads: readonly AdminDownloadAnswer[];
  readonly levels: GrantableLevels;
}

const LISTS: Lists = {
  requests: [
    { ...REQUEST, id: 3 },
    { ...REQUEST, id: 2, state: 'refused', ...DONE, answer: 'Please name your institution.' },
    { ...REQUEST, id: 1, state: 'granted', ...DONE },
  ],
  messages: [
    { ...MESSAGE, id: 2 },
    {
      ...MESSAGE,
      id: 1,
      kind: 'contact',
      context: {},
      done: CREATED,
      by: 'awa',
      answer: 'Thanks.',
    },
  ],
  accounts: [
    {
      ...ACCOUNT,
      id: 101,
      username: 'awa-2',
      grants: [{ level: 'operator', until: null }],
      proposals: [
        { action: 'revoke', level: 'operator', until: null, by: 'awa-3', at: CREATED },
        { action: 'suspend', level: '', until: null, by: 'awa-3', at: CREATED },
      ],
    },
    // More than one page of the list.
    ...Array.from({ length: 30 }, (_, at) => ({ ...ACCOUNT, id: at, username: `mira${at}` })),
    { ...ACCOUNT, id: 100, username: 'noah', suspended: CREATED, confirmed: null, grants: [] },
  ],
  mails: [
    { ...MAIL, id: 2, kind: 'granted', next: null, dropped: CREATED },
    { ...MAIL, id: 1, kind: 'reset', next: CREATED, dropped: null },
  ],
  downloads: [DOWNLOAD],
  levels: [
    {
      id: 'level-2',
      name: { en: 'Trusted users', fr: 'Utilisateurs de confiance' },
      opens: [
        { en: 'Livelihoods', fr: 'Moyens d’existence' },
        { en: 'Cultural sites', fr: 'Sites culturels' },
      ],
    },
  ],
};

/** The answers to operators; the lists are empty with `isEmpty`. */
export function adminAnswer(name: string, isEmpty: boolean): object | undefined {
  const [, method, list = '', id] =
    /^(GET|POST) \/api\/admin\/(\w+)\/(?:(\d+)\/)?$/.exec(name) ?? [];
  if (method === 'POST') {
    const changed: ChangedAccount = { id: Number(id), state: 'done' };
    return changed;
  }
  const entries = Object.entries(LISTS).find(([one]) => one === list)?.[1];
  return isEmpty && list !== 'levels' ? [] : entries;
}
