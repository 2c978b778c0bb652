/** Registrations of several people with the address of one of them, who reads its mails. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addOperator, startAccountSite, type AccountSite } from './account-site.ts';
import { ACCOUNT_STORES } from './account-stores.ts';
import { Client } from './client.ts';

const PASSWORD = 'Okapi-Ituri-7?';
const OTHER = 'Bonobo-Lomako-3!';
const ROUTE = '/api/auth/registration';

type Person = 'owner' | 'other';

/** Each link of a mail: its key, and the user name that it is for. */
function linksIn(text: string): ReadonlyMap<string, string> {
  // The part in plain text, in which each link has a line.
  const links = text.matchAll(/^\S+\/confirm-email\/(\w{40})#user=(\S+)$/gm);
  return new Map([...links].map(([, key = '', name = '']) => [decodeURIComponent(name), key]));
}

/** The orders of the two registrations, of the mail that is used, and of the links that are tried. */
const ORDERS = (['owner', 'other'] as const).flatMap((first) =>
  (['the first mail', 'a mail sent again'] as const).flatMap((mail) =>
    (['owner', 'other'] as const).map((tried) => ({ first, mail, tried })),
  ),
);

for (const { name: storeName, missing, make } of ACCOUNT_STORES) {
  if (missing !== null) {
    it.skip(`a shared address in ${storeName}: not tested, because ${missing}`, () => undefined);
    continue;
  }
  describe(`an address with several registrations, in ${storeName}`, () => {
    let site: AccountSite;
    let remove: () => Promise<void>;
    let number = 0;

    beforeAll(async () => {
      const made = await make();
      remove = made.remove;
      site = await startAccountSite({
        place: made.place,
        unlimited: true,
        rules: { roles: ['operator'] },
        env: { CONTACT_EMAIL: 'operators@example.test' },
      });
    });
    afterAll(async () => {
      await site.close();
      await remove();
    });

    /** Two people with user names of their own, and the address of one of them. */
    function someone() {
      number += 1;
      const names = { owner: `owner${number}`, other: `other${number}` };
      const email = `owner${number}@example.test`;
      const passwords = { owner: PASSWORD, other: OTHER };
      const client = new Client(site);
      const mails = () => site.mail.mails.filter(({ to }) => to.includes(email));
      return {
        names,
        email,
        client,
        mails,
        register: async (person: Person): Promise<void> => {
          const password = passwords[person];
          const answer = await client.post(`${ROUTE}/`, {
            username: names[person],
            email,
            password1: password,
            password2: password,
            trusted_user: true,
            reason: `The reason of ${names[person]}`,
          });
          expect(answer.statusCode).toBe(201);
          await site.mailed();
        },
        /** Returns the links of the mail that the request causes. */
        resend: async (): Promise<ReadonlyMap<string, string>> => {
          await client.post(`${ROUTE}/resend-email/`, { email });
          await site.mailed();
          return linksIn(mails().at(-1)!.text);
        },
        confirm: (key: string | undefined, password: string | undefined) =>
          client.post(`${ROUTE}/verify-email/`, {
            key,
            ...(password !== undefined && { password }),
          }),
        accounts: async () =>
          (await site.opened.accounts.store.accounts.all()).filter((one) => one.email === email),
      };
    }

    it.concurrent.each(ORDERS)(
      'belongs to its owner in the end: $first registers first, $mail, the link of $tried first',
      async ({ first, mail, tried }) => {
        const { names, register, resend, confirm, mails, accounts, client } = someone();
        await register(first);
        await register(first === 'owner' ? 'other' : 'owner');
        // The link of each registration in the oldest mail that has it.
        const original = new Map(
          mails()
            .toReversed()
            .flatMap(({ text }) => [...linksIn(text)]),
        );
        const links = mail === 'the first mail' ? original : await resend();
        expect([...links.keys()].sort()).toEqual(Object.values(names).sort());
        const order: readonly Person[] =
          tried === 'owner' ? ['owner', 'other'] : ['other', 'owner'];
        for (const person of order) await confirm(links.get(names[person]), PASSWORD);
        expect((await accounts()).map(({ username }) => username)).toEqual([names.owner]);
        expect((await client.login(names.owner, PASSWORD)).statusCode).toBe(200);
        expect((await client.login(names.other, OTHER)).statusCode).toBe(400);
        const { requests } = site.opened.accounts.store;
        const asked = (await requests.all()).filter(({ username }) =>
          Object.values(names).includes(username),
        );
        expect(asked.map(({ reason }) => reason)).toEqual([`The reason of ${names.owner}`]);
      },
    );

    it('keeps the links of all mails until one is used', async () => {
      const { names, register, resend, confirm, mails } = someone();
      await register('owner');
      const [key] = linksIn(mails()[0]!.text).values();
      await register('other');
      const again = await resend();
      expect(again.get(names.owner)).not.toBe(key);
      expect((await confirm(key, PASSWORD)).statusCode).toBe(200);
      for (const used of [key, ...again.values()])
        expect((await confirm(used, PASSWORD)).statusCode).toBe(404);
    });

    it('has one account after two of its registrations were confirmed at once', async () => {
      const { names, register, confirm, client, email, resend, accounts } = someone();
      await register('owner');
      const second = { username: `${names.owner}-again`, password1: PASSWORD, password2: PASSWORD };
      await client.post(`${ROUTE}/`, { ...second, email });
      await site.mailed();
      const answers = await Promise.all(
        [...(await resend()).values()].map((key) => confirm(key, PASSWORD)),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
      expect(await accounts()).toHaveLength(1);
    });

    it('shows operators, and the export of the account, which registrations ended', async () => {
      const { names, register, resend, confirm, client } = someone();
      await register('other');
      await register('owner');
      await confirm((await resend()).get(names.owner), PASSWORD);
      const created = new Date(site.clock.now).toISOString();
      const others = [{ username: names.other, created, ended: created }];
      const operator = await operatorOf(site, `operator${number}`);
      for (const list of ['accounts', 'requests']) {
        const entries = (await operator.call('GET', `/api/admin/${list}/`)).json<
          { username: string; others: object[] }[]
        >();
        expect(entries.find(({ username }) => username === names.owner)?.others).toEqual(others);
        const csv = await operator.call('GET', `/api/admin/${list}.csv`);
        expect(csv.body).toContain(`"${names.other}, registered ${created}, ended ${created}"`);
      }
      await client.login(names.owner, PASSWORD);
      expect((await client.call('GET', '/api/users/export/')).body).toContain(names.other);
      await client.post('/api/users/delete/', { password: PASSWORD });
      expect((await operator.call('GET', '/api/admin/audit/')).body).not.toContain(names.other);
    });
  });
}

/** Adds an operator, and returns their browser. */
async function operatorOf(site: AccountSite, username: string): Promise<Client> {
  await addOperator(site, username, PASSWORD);
  const client = new Client(site);
  await client.login(username, PASSWORD);
  return client;
}
