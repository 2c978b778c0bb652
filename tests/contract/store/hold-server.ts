/** Opens a folder as a server, prints a line, and waits until it is killed. */
import { openStore } from '../../../server/store/open-store.ts';

const [dataDir] = process.argv.slice(2);
const store = await openStore({ dataDir: dataDir!, role: 'server' });
process.stdout.write('held\n');
setInterval(() => void store.statuses(), 1_000);
