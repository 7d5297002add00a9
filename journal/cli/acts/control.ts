// The person over the assistant: what a key may do, what was done, what waits for a yes.
import { type Approval, keyModes } from '@zorivest/contract';
import { style, UserError } from '../output.ts';
import { NotAgreed, type Act, type ActInput, type Session } from './act.ts';
import { field } from './fields.ts';
import { follow } from './follow.ts';
import { visible } from './visible.ts';

const activityColumns = ['at', 'outcome', 'tool', 'key_id', 'client', 'confirmed_by', 'duration_ms', 'arguments'];

interface Listed {
  readonly items: readonly {
    readonly client: { readonly name: string; readonly version: string | null } | null;
    readonly arguments?: unknown;
  }[];
}

/** A table has room for the name of a client, not for all that is known of it. */
const nameItems = (answer: Listed) => ({
  ...answer,
  items: answer.items.map((row) => ({ ...row, client: row.client?.name ?? null })),
});

async function activity({ follow: goesOn, csv, ...input }: ActInput, session: Session): Promise<unknown> {
  if (csv === true) return session.ask({ ...input, format: 'csv' }, 'activity.export');
  if (goesOn === true) return follow(session);
  return session.ask(input);
}

/** What it is about, as the service reads it; what the asking program says of it stands beside. */
function card({ id, tool, effect, arguments: args, writes, key_id, client, expires_at, adds }: Approval): string {
  const showValue = (value: unknown) => visible(typeof value === 'string' ? value : JSON.stringify(value));
  return [
    style('bold', `${id}: ${visible(tool)}`),
    ...writes.flatMap(({ endpoint, summary, input }) => [
      `  will: ${visible(summary)} (${visible(endpoint)})`,
      input === null ? '    with an input that is not known yet' : `    ${showValue(input)}`,
    ]),
    ...Object.entries(args).map(([name, value]) => `  ${visible(name)}: ${showValue(value)}`),
    `  it says: ${visible(effect)}`,
    `  asked by ${key_id}${client === null ? '' : ` (${visible(client.name)})`}, until ${expires_at}${adds ? '; only adds' : ''}`,
  ].join('\n');
}

async function decide(input: ActInput, decision: 'approve' | 'deny', session: Session): Promise<unknown> {
  const { id } = input;
  const { items } = await session.client.approvals.list({ query: { status: 'waiting' } });
  if (id === undefined) return { items };
  const wanted = items.find((one) => one.id === id);
  // A denial needs no look, and one that is decided already is refused by the service in its own words.
  if (decision === 'approve' && wanted) {
    session.say(card(wanted));
    // From a pipe the passphrase is the yes; at a terminal there is somebody to ask.
    if (process.stdin.isTTY && !(await session.agrees('May it do this?'))) throw new NotAgreed('Not approved.');
  }
  return session.ask({ ...input, decision });
}

const isList = (answer: Approval | { items: readonly Approval[] }): answer is { items: readonly Approval[] } =>
  'items' in answer;

function describeDecision(answer: Approval | { items: readonly Approval[] }): string {
  if (!isList(answer)) return `${answer.id} is ${answer.status}.`;
  return answer.items.length === 0 ? 'Nothing waits for you.' : answer.items.map(card).join('\n');
}

export const control: readonly Act[] = [
  {
    name: 'keys mode',
    summary: 'say what a key may do: off, read, ask (every write waits for you) or write',
    example: 'zorivest keys mode key_1a2b3c4d ask',
    endpoint: 'auth.setMode',
    places: ['key_id', 'mode'],
    perform: (input, { ask }) => {
      if (!(keyModes as readonly unknown[]).includes(input['mode'])) {
        throw new UserError(`${String(input['mode'])} is not a mode; one of ${keyModes.join(', ')}`);
      }
      return ask(input);
    },
    shown: ({ key_id, label, mode }: { key_id: string; label: string; mode: string }) =>
      `${key_id} (${label}) is ${mode} from its next request on.`,
  },
  {
    name: 'activity',
    summary: 'what assistants did, newest first; with --follow, what they do from now on',
    example: 'zorivest activity --outcome declined --limit 20',
    endpoint: 'activity.list',
    also: () => [
      field('follow', 'Go on with each call as it ends, until Ctrl+C', { type: 'flag' }),
      field('csv', 'As a CSV file on stdout', { type: 'flag' }),
    ],
    perform: activity,
    table: nameItems,
    shown: activityColumns,
  },
  {
    name: 'approve',
    summary: 'let an assistant do what it asks for; without an id, show what waits',
    example: 'zorivest approve apr_0f1e2d3c4b5a',
    endpoint: 'approvals.decide',
    places: ['id'],
    optional: ['id'],
    without: ['decision'],
    asks: true,
    also: () => [field('for_minutes', '15: also further calls of this tool that only add', { type: 'number' })],
    perform: (input, session) => decide(input, 'approve', session),
    shown: describeDecision,
  },
  {
    name: 'deny',
    summary: 'refuse what an assistant asks for; without an id, show what waits',
    example: 'zorivest deny apr_0f1e2d3c4b5a',
    endpoint: 'approvals.decide',
    places: ['id'],
    optional: ['id'],
    without: ['decision', 'for_minutes'],
    perform: (input, session) => decide(input, 'deny', session),
    shown: describeDecision,
  },
];
