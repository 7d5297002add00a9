// Delivers alarms, only to addresses on the command line of `serve`. Pushed data cannot name an address.
import { spawn } from 'node:child_process';
import type { NewLevel } from './alarms.ts';
import { whyUnreached } from './unreached.ts';

export interface Alarm extends Omit<NewLevel, 'since'> {
  readonly kind: 'endpoint' | 'class';
  readonly name: string;
  readonly title: string;
  readonly since: string;
}

/** Rejects where it was not delivered; its message never holds the address's path, which may be a secret. */
export interface AlarmTarget {
  readonly name: string;
  send(alarm: Alarm): Promise<void>;
}

const LONGEST_MS = 10_000;

export function webhookTarget(url: string): AlarmTarget {
  const { origin } = new URL(url);
  return {
    name: `webhook ${origin}`,
    send: async (alarm) => {
      // `text` is what chat servers show; the figures are for programs.
      const body = JSON.stringify({ text: sentenceOf(alarm), ...alarm });
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(LONGEST_MS),
      }).catch((error: unknown) => {
        throw new Error(whyUnreached(origin, error), { cause: error });
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`${origin} answered ${response.status}`);
    },
  };
}

/** Handed to the mail program of this machine, as cron does. */
export function mailTarget(address: string, program: string): AlarmTarget {
  return {
    name: `mail ${address}`,
    send: (alarm) =>
      new Promise((resolve, reject) => {
        const child = spawn(program, ['-i', '--', address], {
          stdio: ['pipe', 'ignore', 'ignore'],
          timeout: LONGEST_MS,
        });
        child.once('error', () => reject(new Error(`${program} cannot be started`)));
        child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
        child.stdin.on('error', () => {});
        child.stdin.end(mailOf(address, alarm));
      }),
  };
}

function sentenceOf({ kind, title, since, before, after, change }: Alarm): string {
  const what = kind === 'endpoint' ? `${title} takes` : `A statement takes`;
  const levels = `${after.toFixed(1)} ms instead of ${before.toFixed(1)} ms (+${(change * 100).toFixed(0)} %)`;
  const about = kind === 'endpoint' ? '' : ` ${title}`;
  return `${what} ${levels} since ${since.slice(0, 16).replace('T', ' ')} UTC.${about}`;
}

/** Headers are ours alone: a title may hold anything, line breaks too. */
function mailOf(address: string, alarm: Alarm): string {
  const percent = `+${(alarm.change * 100).toFixed(0)} %`;
  return [
    `To: ${address}`,
    `Subject: mcp-perf-server: ${alarm.kind === 'endpoint' ? 'an endpoint' : 'a statement'} got slower, ${percent}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(
      `${sentenceOf(alarm)}\n\nLook closer: mcp-perf-server trend --${alarm.kind} ${quoteForShell(alarm.name)}\n`,
    )
      .toString('base64')
      .replaceAll(/.{76}/g, '$&\n'),
    '',
  ].join('\n');
}

/** A reader may paste it into a shell, and the name was chosen by a visitor of the site. */
function quoteForShell(name: string): string {
  // oxlint-disable-next-line no-control-regex -- a line break or an escape would be the shell's or the terminal's
  return `'${name.replaceAll(/[\u0000-\u001f\u007f]/g, ' ').replaceAll("'", "'\\''")}'`;
}
