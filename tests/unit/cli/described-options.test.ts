import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { addVerbs } from '../../../cli/add-verbs.ts';

const program = new Command('atlas');
addVerbs({
  verb: (name, description) => program.command(name).description(description),
  io: { out: () => undefined, err: () => undefined, env: {}, color: false },
  end: () => undefined,
});

describe.each(program.commands.map((command) => [command.name(), command] as const))(
  'atlas %s',
  (_, command) => {
    it('describes itself and each of its options and arguments', () => {
      expect(command.description()).not.toBe('');
      const silent = [
        ...command.options.map(({ flags, description }) => [flags, description]),
        ...command.registeredArguments.map((each) => [each.name(), each.description]),
      ].filter(([, description]) => !description);
      expect(silent).toEqual([]);
    });
  },
);

it('the command has more than ten subcommands', () => {
  expect(program.commands.length).toBeGreaterThan(10);
});
