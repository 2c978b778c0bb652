#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import { create } from './create.ts';

const hasTerminal = process.stdin.isTTY && process.stdout.isTTY;
const lines = hasTerminal
  ? createInterface({ input: process.stdin, output: process.stdout })
  : null;
process.exitCode = await create(process.argv.slice(2), {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  ask: lines && ((question) => lines.question(question)),
});
lines?.close();
