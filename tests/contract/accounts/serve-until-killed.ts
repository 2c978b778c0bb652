/**
 * A server of accounts in a process of its own, which a test kills. Its arguments, as JSON: the folder
 * of the accounts, the address of the mail server, and the time. Prints its port.
 */
import type { AddressInfo } from 'node:net';
import { startAccountSite } from './account-site.ts';

export interface KilledServer {
  readonly dataDir: string;
  readonly smtpUrl: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const { dataDir, smtpUrl, now } = JSON.parse(process.argv[2]!) as KilledServer;
const site = await startAccountSite({
  place: { dataDir },
  env: { SMTP_URL: smtpUrl },
  unlimited: true,
  rules: { roles: ['operator'] },
});
site.clock.now = now;
await site.app.listen({ port: 0, host: '127.0.0.1' });
site.opened.mails?.wake();
process.stdout.write(`${(site.app.server.address() as AddressInfo).port}\n`);
