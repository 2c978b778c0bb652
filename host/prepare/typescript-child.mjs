/** Starts the preparing process from TypeScript sources, which Node 20 does not support. */
import { register } from 'tsx/esm/api';

register();
await import('./child.ts');
