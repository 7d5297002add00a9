// How the journal runs: settings, pipelines, the stop and the lock.
import type { CommandSpec } from './command-spec.ts';
import { approve } from './approve.ts';

const runColumns = ['run_id', 'policy_id', 'status', 'dry_run', 'started_at', 'duration_ms', 'error'];

interface StopResult {
  readonly aborted: readonly unknown[];
  readonly finished: readonly unknown[];
  readonly kept: keyof typeof storageSentence;
}

const storageSentence = {
  stored: '',
  marked: ' The disk is full: the stop holds all the same, also after a restart.',
  until_restart: ' The disk takes nothing: the stop holds until the service ends. Free some space and stop once more.',
} as const;

export const running: readonly CommandSpec[] = [
  {
    name: 'settings get',
    summary: 'one setting, or all of them, marking the defaults',
    example: 'zorivest settings get display.time_zone',
    endpoint: 'settings.get',
    places: ['key'],
    optional: ['key'],
    perform: (input, { ask }) => (input['key'] === undefined ? ask({}, 'settings.resolved') : ask(input)),
    shown: (answer: Readonly<Record<string, unknown>>, { key }) =>
      key === undefined
        ? Object.values(answer as Readonly<Record<string, { key: string; value: unknown; source: string }>>)
            .map((one) => `${one.key} = ${JSON.stringify(one.value)}${one.source === 'user' ? '' : '  (default)'}`)
            .join('\n')
        : String(answer['value']),
  },
  {
    name: 'settings set',
    summary: 'change a setting',
    example: 'zorivest settings set display.time_zone Europe/Berlin',
    endpoint: 'settings.set',
    places: ['key', 'value'],
    shown: ({ key, value }: { key: string; value: string }) => `${key} = ${value}`,
  },
  {
    name: 'policy list',
    summary: 'pipelines with schedule, approval and next run',
    example: 'zorivest policy list',
    endpoint: 'scheduling.listPolicies',
    shown: ['id', 'name', 'enabled', 'approved', 'next_run', 'updated_at'],
  },
  {
    name: 'policy show',
    summary: 'show one pipeline',
    example: 'zorivest policy show <policy_id>',
    endpoint: 'scheduling.getPolicy',
    places: ['policy_id'],
    shown: (policy: { name: string; approved: boolean; next_run: string | null; policy_json: unknown }) =>
      [
        `${policy.name}: ${policy.approved ? 'approved' : 'waits for `zorivest policy approve`'}, next run ${policy.next_run ?? 'never'}`,
        JSON.stringify(policy.policy_json, null, 2),
      ].join('\n'),
  },
  {
    name: 'policy approve',
    summary: 'review a pipeline and approve it as it is',
    example: 'zorivest policy approve <policy_id>',
    endpoint: 'scheduling.approvePolicy',
    places: ['policy_id'],
    optionNames: { content_hash: 'hash' },
    asks: true,
    perform: approve,
    shown: ({ name }: { name: string }) =>
      `${name} is approved as it stands; any change to it or its templates asks again.`,
  },
  {
    name: 'policy run',
    summary: 'run an approved pipeline now',
    example: 'zorivest policy run <policy_id> --dry-run',
    endpoint: 'scheduling.runPolicy',
    places: ['policy_id'],
    shown: runColumns,
  },
  {
    name: 'stop',
    summary: 'stop the assistant: every guarded tool and every write by a key is refused until `zorivest resume`',
    example: 'zorivest stop --reason "looks wrong"',
    endpoint: 'guard.lock',
    shown: ({ aborted, finished, kept }: StopResult) =>
      `The assistant is stopped. Ended before anything was stored: ${aborted.length}; already stored: ${finished.length}. \`zorivest resume\` lifts the stop.${storageSentence[kept]}`,
  },
  {
    name: 'resume',
    summary: 'lift a `zorivest stop`: assistants work again',
    example: 'zorivest resume',
    endpoint: 'guard.unlock',
    shown: () => 'The stop is lifted.',
  },
  {
    name: 'lock',
    summary: 'lock the book: it opens to your passphrase alone',
    example: 'zorivest lock',
    endpoint: 'auth.lock',
    shown: () => 'The book is locked; it opens to your passphrase alone.',
  },
];
