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
    expect(help.replaceAll(/\s+/g, ' ')).toContain(command.description());
    if (name !== 'zorivest mcp') expect(help).toContain('--json');
    expect(help).toMatch(/Example:\n {2}.*zorivest/);
    expect(help).not.toContain('\u001b[');
  });

  it('are the commands the README promises', () => {
    expect(leaves(createProgram(), '').map(([name]) => name.trim())).toMatchInlineSnapshot(`
      [
        "init",
        "import",
        "watch",
        "export",
        "up",
        "quickstart",
        "open",
        "demo",
        "account list",
        "account add",
        "account edit",
        "account archive",
        "account unarchive",
        "balance add",
        "cash list",
        "cash edit",
        "cash add",
        "cash balance",
        "cash state",
        "imports list",
        "imports show",
        "imports decide",
        "imports instruments",
        "imports name",
        "imports undo",
        "reconcile",
        "instrument list",
        "instrument name",
        "trade list",
        "trade add",
        "trade edit",
        "trade delete",
        "trade export",
        "trade rules",
        "trade chain",
        "event list",
        "event add",
        "event link",
        "event answer",
        "event delete",
        "fx list",
        "fx import",
        "fx set",
        "plan list",
        "plan add",
        "plan link",
        "diary list",
        "diary add",
        "watchlist list",
        "watchlist add",
        "watchlist remove",
        "mail set",
        "mail test",
        "broker list",
        "broker set",
        "broker sync",
        "broker status",
        "broker cancel",
        "provider list",
        "provider set",
        "provider test",
        "tax profile",
        "tax summary",
        "tax forms",
        "tax pay",
        "tax 1099",
        "tax txf",
        "tax what-if",
        "positions",
        "pnl",
        "stats",
        "dividends",
        "worth",
        "returns",
        "price list",
        "price set",
        "price import",
        "wash-sales",
        "risk status",
        "risk list",
        "risk add",
        "risk edit",
        "risk delete",
        "risk odds",
        "playbook list",
        "playbook add",
        "playbook edit",
        "playbook delete",
        "playbook adherence",
        "playbook compare",
        "playbook tick",
        "playbook set",
        "replay",
        "bars list",
        "bars import",
        "week show",
        "week schedule",
        "settings get",
        "settings set",
        "policy list",
        "policy show",
        "policy approve",
        "policy run",
        "stop",
        "resume",
        "lock",
        "undo",
        "keys mode",
        "keys list",
        "keys create",
        "keys revoke",
        "activity",
        "approve",
        "deny",
        "service install",
        "service uninstall",
        "service status",
        "service stop",
        "backup",
        "restore",
        "passphrase",
        "rekey",
        "doctor",
        "upgrade",
        "uninstall",
        "connect",
        "mcp",
        "completion",
      ]
    `);
  });

  it.each([
    'accounts',
    'balances',
    'trades',
    'events',
    'plans',
    'watchlists',
    'brokers',
    'providers',
    'policies',
    'key',
  ])('is found by its other name too: %s', (alias) => {
    expect(createProgram().commands.filter((one) => one.aliases().includes(alias))).toHaveLength(1);
  });

  it('of a group says what the group is about, and of the program that every command takes --json', () => {
    const program = createProgram();
    for (const command of [program, ...program.commands.filter((one) => one.commands.length > 0)]) {
      let help = '';
      command.configureOutput({ writeOut: (text) => (help += text) });
      command.outputHelp();
      for (const part of ['Usage: zorivest', '--json', 'Example']) expect(help).toContain(part);
    }
  });

  it('is whole for a command that is asked for, also by its plural', () => {
    for (const argv of [
      ['node', 'zorivest', 'trade', 'add', '--help'],
      ['node', 'zorivest', 'trades', 'add', '--help'],
    ]) {
      const trade = createProgram(argv).commands.find((one) => one.name() === 'trade');
      const [add, edit] = ['add', 'edit'].map((verb) => trade?.commands.find((one) => one.name() === verb));
      expect(add?.options.map(({ long }) => long)).toContain('--risk-amount');
      expect(edit?.options.map(({ long }) => long)).not.toContain('--risk-amount');
    }
  });
});
