/**
 * Runs `atlas start --config DIR` with a check of the configuration every `LOOK_EVERY`
 * milliseconds. It is JavaScript, because it runs the built command.
 */
import { start } from '../../../dist/node/cli/verbs/start.js';

const [, , , , config] = process.argv;
if (config === undefined) throw new Error('Give the configuration folder.');
await start(
  { config, lookEvery: Number(process.env['LOOK_EVERY']) },
  {
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    env: process.env,
    color: false,
  },
);
