// The person over the assistant: what a key may do, what was done, what waits for a yes.
import { type Approval, type ApprovalSummary, type JournalClient, keyModes, visible } from '@zorivest/contract';
import { sayJson, style, UserError } from '../output.ts';
import { NotAgreed, type CommandSpec, type CommandInput, type Session } from './command-spec.ts';
import { field } from './fields.ts';
import { follow } from './follow.ts';

const activityColumns = [
  'at',
  'outcome',
  'operation',
  'label',
  'approval_id',
  'reported_tool',
  'reported_client',
  'reported_arguments',
];

interface ActivityPage {
  readonly items: readonly {
    readonly told?: {
      readonly tool: string;
      readonly client: { readonly name: string } | null;
      readonly arguments?: unknown;
    };
  }[];
}

/** A table has room for the name of a client, not for all details; what a client reported is marked as that. */
const nameItems = (answer: ActivityPage) => ({
  ...answer,
  items: answer.items.map(({ told: call, ...row }) => ({
    ...row,
    reported_tool: call?.tool ?? null,
    reported_client: call?.client?.name ?? null,
    reported_arguments: call?.arguments ?? null,
  })),
});

type RecordVerdict = Awaited<ReturnType<JournalClient['activity']['verify']>>;

/** Says it, and ends with 1 where a row is not as it was written. */
async function verify({ ask, say, json }: Session): Promise<undefined> {
  const verdict = (await ask({}, 'activity.verify')) as RecordVerdict; // the endpoint's own answer
  if (json) sayJson(verdict);
  else say(describeVerdict(verdict));
  if (!verdict.ok) process.exitCode = 1;
  return undefined;
}

function describeVerdict({ ok, checked, first_bad, marks }: RecordVerdict): string {
  const rows = checked.activity + checked.audit + checked.control_audit;
  const markLines = marks.map(({ at, detail }) => `  ${at}  ${detail}`);
  const verdict = ok
    ? style('green', `All ${rows} rows are as they were written.`)
    : style('red', `The record was tampered with: ${first_bad?.detail ?? 'a row is not as it was written'}.`);
  return [verdict, ...(markLines.length > 0 ? ['Done by the service itself:', ...markLines] : [])].join('\n');
}

async function activity(
  { follow: isFollowing, csv, what, ...input }: CommandInput,
  session: Session,
): Promise<unknown> {
  if (what !== undefined && what !== 'verify')
    throw new UserError(
      `${JSON.stringify(what)} is not a command for the record; \`zorivest activity verify\` checks every row`,
    );
  if (what === 'verify') return verify(session);
  if (csv === true) return session.ask({ ...input, format: 'csv' }, 'activity.export');
  if (isFollowing === true) return follow(session);
  return session.ask(input);
}

const showValue = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : visible(typeof value === 'string' ? value : JSON.stringify(value));

/** Who asks by the name the person gave its key; what the program calls itself is its own word. */
function summaryOf({
  id,
  label,
  summary,
  operation,
  told: call,
  effects,
  expires_at,
  adds,
}: ApprovalSummary): string[] {
  const { tool, effect, client } = call ?? {};
  return [
    style('bold', `${id}: ${visible(label)} wants to ${visible(summary.charAt(0).toLowerCase() + summary.slice(1))}`),
    `  ${visible(operation)}, until ${expires_at}${adds ? '; may be allowed for 15 minutes' : ''}`,
    ...effects.map((line) => `  ${visible(line)}`),
    ...(client ? [`  calls itself ${JSON.stringify(visible(client.name))}`] : []),
    ...(tool === undefined ? [] : [`  it says: ${visible(tool)}${effect === undefined ? '' : `, ${visible(effect)}`}`]),
  ];
}

/** Row by row what it would change: as it is, and as it would be. */
function changesOf({ changes, more = 0, file, kind, params, query, body }: Approval): string[] {
  return [
    ...(file === null ? [] : [`  with the file ${visible(file.name)}, ${file.size} bytes`]),
    ...changes.flatMap(({ what, before, after }) => [
      `  - ${visible(what)}`,
      ...[...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((name) => {
        const [old, now] = [showValue(before?.[name]), showValue(after?.[name])];
        const how = before === null ? now : after === null ? `${old} → gone` : `${old} → ${now}`;
        return `      ${visible(name)}: ${how}`;
      }),
    ]),
    ...(more > 0 ? [`  and ${more} more changes`] : []),
    ...(kind === 'book'
      ? []
      : Object.entries({ params, query, body }).flatMap(([name, sent]) =>
          sent === null || sent === undefined ? [] : [`  ${name}: ${showValue(sent)}`],
        )),
  ];
}

const card = (approval: Approval): string => [...summaryOf(approval), ...changesOf(approval)].join('\n');

async function decide(input: CommandInput, decision: 'approve' | 'deny', session: Session): Promise<unknown> {
  const { id } = input;
  if (id === undefined) return session.client.approvals.list({ query: { status: 'waiting' } });
  const wanted = await session.client.approvals.wait({ params: { id: id as string } });
  // One that is decided already is refused by the service in its own words.
  if (wanted.status === 'waiting') {
    session.say(card(wanted));
    // From a pipe the passphrase is the yes; at a terminal there is somebody to ask.
    const isAsked = decision === 'approve' && process.stdin.isTTY;
    if (isAsked && !(await session.agrees('May it do this?'))) throw new NotAgreed('Not approved.');
  }
  return session.ask({ ...input, decision });
}

type Listing = { readonly items: readonly ApprovalSummary[] };

function describeDecision(answer: Approval | Listing): string {
  if ('items' in answer) {
    if (answer.items.length === 0) return 'Nothing waits for you.';
    return answer.items.map((one) => summaryOf(one).join('\n')).join('\n');
  }
  const { id, status, next_id, error, changes, more = 0 } = answer;
  if (status === 'changed_since') {
    return `${id} was not done: the data changed since, so it would change something else. Look at it again with \`zorivest approve ${next_id ?? ''}\`.`;
  }
  const why = error === undefined ? '' : ` ${showValue(error.detail)}`;
  return [
    `${id} is ${status}.${why}`,
    ...changes.map(({ what }) => `  ${visible(what)}`),
    ...(more > 0 ? [`  and ${more} more changes`] : []),
  ].join('\n');
}

interface UndoEntry {
  readonly id: number;
  readonly at: string;
  readonly actor: string;
  readonly label: string | null;
  readonly what: string;
}

const undoLine = ({ id, at, actor, label, what }: UndoEntry) =>
  `${id}  ${at}  ${visible(label ?? actor)} ${visible(what)}`;

/** Without a terminal nothing is undone without --yes: there is no one to ask. */
async function undo({ list, id, ...input }: CommandInput, session: Session): Promise<unknown> {
  const { items } = await session.client.bin.list({ query: { all: true, limit: list === true ? 50 : 1000 } });
  if (list === true) return { items };
  const wanted = id === undefined ? items[0] : items.find((one) => one.id === Number(id));
  if (id === undefined && wanted === undefined) return { items };
  if (wanted !== undefined) session.say(undoLine(wanted));
  if (!(await session.agrees('Undo this?'))) throw new NotAgreed('Nothing was undone.');
  return session.ask({ ...input, id: wanted?.id ?? id });
}

type UndoAnswer = { readonly items: readonly UndoEntry[] } | (UndoEntry & { readonly rows: number });

function describeUndo(answer: UndoAnswer): string {
  if (!('items' in answer)) return `Undone: ${visible(answer.what)} (${answer.rows} rows restored).`;
  return answer.items.length === 0 ? 'There is nothing to undo.' : answer.items.map(undoLine).join('\n');
}

export const control: readonly CommandSpec[] = [
  {
    name: 'undo',
    summary: 'undo the last change of the book, or the one with this number; --list shows what can be undone',
    example: 'zorivest undo --list',
    endpoint: 'bin.restore',
    places: ['id'],
    optional: ['id'],
    asks: true,
    also: () => [field('list', 'Show what can be undone, newest first', { type: 'flag' })],
    perform: undo,
    shown: describeUndo,
  },
  {
    name: 'keys mode',
    summary: 'set what a key may do: off, read, ask (every write waits for you) or write',
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
    summary:
      'what assistants did, newest first; with --follow, what they do from now on; `activity verify` checks every row of the ' +
      'record and exits with 1 if one was changed, removed or moved',
    example: 'zorivest activity --outcome declined --limit 20',
    endpoint: 'activity.list',
    places: ['what'],
    optional: ['what'],
    also: () => [
      field('what', 'verify: whether any row was changed, removed or moved'),
      field('follow', 'Print each call as it ends, until Ctrl+C', { type: 'flag' }),
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
    also: () => [field('for_minutes', '15: also further writes of this operation that only add', { type: 'number' })],
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
