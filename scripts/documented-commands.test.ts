import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createProgram } from '../journal/cli/main.ts';
import { documentedCommands, wordsOf } from './documented-commands.ts';

type Command = ReturnType<typeof createProgram>;

const documented = documentedCommands(join(import.meta.dirname, '..'), ['zorivest']);

/** The real program, with actions that do nothing; it is reset between two lines. */
const program = createProgram();
const silence = (command: Command): void => {
  command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
  if (command.commands.length === 0) command.action(() => {});
  for (const child of command.commands) silence(child);
};
silence(program);

/** Null, or its error message. */
async function faultOf(args: readonly string[]): Promise<string | null> {
  return program.parseAsync([...args], { from: 'user' }).then(
    () => null,
    (error: Error) => error.message,
  );
}

it('every documented command of zorivest exists, with its options', async () => {
  expect(documented.length).toBeGreaterThan(40);
  const faults: string[] = [];
  for (const { file, args } of documented) {
    const fault = await faultOf(args);
    if (fault !== null) faults.push(`${file}: zorivest ${args.join(' ')}: ${fault}`);
  }
  expect(faults).toEqual([]);
});

/** Every command, by its whole name. */
const leaves = (command: Command, name: string): [string, Command][] =>
  command.commands.length === 0
    ? [[name, command]]
    : command.commands.flatMap((child) => leaves(child, `${name} ${child.name()}`));

it('and so does every example in the help of a command', async () => {
  const faults: string[] = [];
  for (const [name, command] of leaves(createProgram(), 'zorivest')) {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    const [, example = ''] = help.split('Example:\n');
    for (const [, line = ''] of example.matchAll(/^\s*(?:.*\| )?zorivest (.*)$/gm)) {
      const fault = await faultOf(wordsOf(line));
      if (fault !== null) faults.push(`${name}: ${line}: ${fault}`);
    }
  }
  expect(faults).toEqual([]);
});

it('reports a command that does not exist', async () => {
  expect(await faultOf(['tax', 'nosuch'])).toMatch(/unknown command|too many/);
  expect(await faultOf(['import', 'a.csv', '--acount', 'main'])).toContain('--acount');
});
