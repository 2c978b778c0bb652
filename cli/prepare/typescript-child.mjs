/** The preparing process from its sources: Node 20 reads no TypeScript by itself. */
import { register } from 'tsx/esm/api';

register();
await import('./child.ts');
