import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from './main.ts';

/** Every command a person can run, with its whole name. */
function leaves(command: Command, name: string): [string, Command][] {
  if (command.commands.length === 0) return [[name, command]];
  return command.commands.flatMap((child) => leaves(child, `${name} ${child.name()}`));
}

describe('the help of each command', () => {
  it.each(leaves(createProgram(), 'zorivest'))('%s says what it does and gives an example', (name, command) => {
    let help = '';
    command.configureOutput({ writeOut: (text) => (help += text) });
    command.outputHelp();
    expect(help).toContain(`Usage: ${name}`);
    expect(help).toContain(command.description());
    expect(help).toMatch(/Example:\n {2}.*zorivest/);
    expect(help).not.toContain('\u001b[');
  });

  it('are the commands the README promises', () => {
    expect(leaves(createProgram(), '').map(([name]) => name.trim())).toEqual([
      'init',
      'up',
      'quickstart',
      'demo',
      'keys list',
      'keys create',
      'keys revoke',
      'backup',
      'restore',
      'passphrase',
      'rekey',
      'doctor',
      'policies approve',
      'providers set',
      'connect',
      'mcp',
      'completion',
    ]);
  });
});
