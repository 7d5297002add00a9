// What our pages tell people to type of perf and swimmy, held against what each program says of itself.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toldCommands } from '../told-commands.ts';

const root = join(import.meta.dirname, '../..');
const programs: Readonly<Record<string, string>> = {
  'mcp-perf-server': 'perf/bin/mcp-perf-server.js',
  'swimmy-mcp': 'swimmy/bin/swimmy-mcp.js',
  'swimmy-worker': 'swimmy/bin/swimmy-worker.js',
};
const told = toldCommands(root, Object.keys(programs));

it.each(Object.keys(programs))('every command of %s that a page tells people to type has its options', (name) => {
  const mine = told.filter(({ program }) => program === name);
  expect(mine.length).toBeGreaterThan(1);
  const helps = new Map<string, string>();
  const helpOf = (...words: string[]) => {
    const key = words.join(' ');
    if (!helps.has(key)) {
      const ran = spawnSync(process.execPath, [join(root, programs[name] ?? ''), ...words, '--help'], {
        encoding: 'utf8',
      });
      helps.set(key, ran.status === 0 ? ran.stdout : '');
    }
    return helps.get(key) ?? '';
  };
  const faults = mine.flatMap(({ file, args }) => {
    const [word] = args;
    const command = word === undefined || word.startsWith('-') ? [] : [word];
    const help = helpOf(...command);
    const line = `${file}: ${name} ${args.join(' ')}`;
    if (help === '') return [`${line}: there is no such command`];
    const options = args.filter((arg) => arg.startsWith('--')).map((arg) => arg.split('=')[0] ?? arg);
    // An option of a command below this one stands in that one's help.
    const all = help + (args[1]?.startsWith('-') === false ? helpOf(...command, args[1]) : '');
    return options.filter((option) => !all.includes(option)).map((option) => `${line}: there is no ${option}`);
  });
  expect(faults).toEqual([]);
});
