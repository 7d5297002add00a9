// How the journal runs: settings, pipelines, the stop and the lock.
import { command, type Answer, type CommandSpec } from './command-spec.ts';
import { approve } from './approve.ts';

const runColumns = ['run_id', 'policy_id', 'status', 'dry_run', 'started_at', 'duration_ms', 'error'] as const;

const storageSentence = {
  stored: '',
  marked: ' The disk is full: the stop holds all the same, also after a restart.',
  until_restart: ' The disk takes nothing: the stop holds until the service ends. Free some space and stop once more.',
} as const;

type Setting = Answer<'settings.get'>;

/** Of all settings each is an object under its key, of one the key is text. */
const isSetting = (answer: Setting | Answer<'settings.resolved'>): answer is Setting => typeof answer.key === 'string';

export const running: readonly CommandSpec[] = [
  command('settings.get', {
    name: 'settings get',
    summary: 'one setting, or all of them, marking the defaults',
    example: 'zorivest settings get display.time_zone',
    places: ['key'],
    optional: ['key'],
    perform: (input, { ask }) => (input['key'] === undefined ? ask({}, 'settings.resolved') : ask(input)),
    shown: (answer) =>
      isSetting(answer)
        ? answer.value
        : Object.values(answer)
            .map((one) => `${one.key} = ${JSON.stringify(one.value)}${one.source === 'user' ? '' : '  (default)'}`)
            .join('\n'),
  }),
  command('settings.set', {
    name: 'settings set',
    summary: 'change a setting',
    example: 'zorivest settings set display.time_zone Europe/Berlin',
    places: ['key', 'value'],
    shown: ({ key, value }) => `${key} = ${value}`,
  }),
  command('scheduling.listPolicies', {
    name: 'policy list',
    summary: 'pipelines with schedule, approval and next run',
    example: 'zorivest policy list',
    shown: ['id', 'name', 'enabled', 'approved', 'next_run', 'updated_at'],
  }),
  command('scheduling.getPolicy', {
    name: 'policy show',
    summary: 'show one pipeline',
    example: 'zorivest policy show <policy_id>',
    places: ['policy_id'],
    shown: (policy) =>
      [
        `${policy.name}: ${policy.approved ? 'approved' : 'waits for `zorivest policy approve`'}, next run ${policy.next_run ?? 'never'}`,
        JSON.stringify(policy.policy_json, null, 2),
      ].join('\n'),
  }),
  command('scheduling.approvePolicy', {
    name: 'policy approve',
    summary: 'review a pipeline and approve it as it is',
    example: 'zorivest policy approve <policy_id>',
    places: ['policy_id'],
    optionNames: { content_hash: 'hash' },
    asks: true,
    perform: approve,
    shown: ({ name }) => `${name} is approved as it stands; any change to it or its templates asks again.`,
  }),
  command('scheduling.runPolicy', {
    name: 'policy run',
    summary: 'run an approved pipeline now',
    example: 'zorivest policy run <policy_id> --dry-run',
    places: ['policy_id'],
    shown: runColumns,
  }),
  command('guard.lock', {
    name: 'stop',
    summary: 'stop the assistant: every guarded tool and every write by a key is refused until `zorivest resume`',
    example: 'zorivest stop --reason "looks wrong"',
    shown: ({ aborted, finished, kept }) =>
      `The assistant is stopped. Ended before anything was stored: ${aborted.length}; already stored: ${finished.length}. \`zorivest resume\` lifts the stop.${storageSentence[kept]}`,
  }),
  command('guard.unlock', {
    name: 'resume',
    summary: 'lift a `zorivest stop`: assistants work again',
    example: 'zorivest resume',
    shown: () => 'The stop is lifted.',
  }),
  command('auth.lock', {
    name: 'lock',
    summary: 'lock the book: it opens to your passphrase alone',
    example: 'zorivest lock',
    shown: () => 'The book is locked; it opens to your passphrase alone.',
  }),
];
