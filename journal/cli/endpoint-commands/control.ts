// The person over the assistant: what a key may do, what was done, what waits for a yes.
import { type Approval, type ApprovalSummary, keyModes, visible } from '@zorivest/contract';
import { sayJson, style, UserError } from '../output.ts';
import {
  command,
  NO_ANSWER,
  NotAgreed,
  type Answer,
  type CommandSpec,
  type FieldName,
  type InputOf,
  type Session,
} from './command-spec.ts';
import { field } from './fields.ts';
import { follow } from './follow.ts';
import { tabulate } from './show.ts';

const activityColumns = [
  'at',
  'outcome',
  'operation',
  'label',
  'approval_id',
  'reported_tool',
  'reported_client',
  'reported_arguments',
] as const;

/** A table has room for the name of a client, not for all details; what a client reported is marked as that. */
const nameItems = (answer: Answer<'activity.list'>) => ({
  ...answer,
  items: answer.items.map(({ told: call, ...row }) => ({
    ...row,
    reported_tool: call?.tool ?? null,
    reported_client: call?.client?.name ?? null,
    reported_arguments: call?.arguments ?? null,
  })),
});

type RecordVerdict = Answer<'activity.verify'>;

/** Says it, and ends with 1 where a row is not as it was written. */
async function verify({ ask, say, json }: Session): Promise<typeof NO_ANSWER> {
  const verdict = await ask({}, 'activity.verify');
  if (json) sayJson(verdict);
  else say(describeVerdict(verdict));
  if (!verdict.ok) process.exitCode = 1;
  return NO_ANSWER;
}

function describeVerdict({ ok, checked, first_bad, marks }: RecordVerdict): string {
  const rows = checked.activity + checked.audit + checked.control_audit;
  const markLines = marks.map(({ at, detail }) => `  ${at}  ${detail}`);
  const verdict = ok
    ? style('green', `All ${rows} rows are as they were written.`)
    : style('red', `The record was tampered with: ${first_bad?.detail ?? 'a row is not as it was written'}.`);
  return [verdict, ...(markLines.length > 0 ? ['Done by the service itself:', ...markLines] : [])].join('\n');
}

type ActivityInput = InputOf<FieldName<'activity.list'> | 'follow' | 'csv' | 'what'>;

async function activity(
  { follow: isFollowing, csv, what, ...input }: ActivityInput,
  session: Session<'activity.list'>,
) {
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

async function decide(
  input: InputOf<FieldName<'approvals.decide'>>,
  decision: 'approve' | 'deny',
  session: Session<'approvals.decide'>,
) {
  const { id } = input;
  if (typeof id !== 'string') return session.client.approvals.list({ query: { status: 'waiting' } });
  const wanted = await session.client.approvals.wait({ params: { id: id } });
  // One that is decided already is refused by the service in its own words.
  if (wanted.status === 'waiting') {
    session.say(card(wanted));
    // From a pipe the passphrase is the yes; at a terminal there is somebody to ask.
    const isAsked = decision === 'approve' && process.stdin.isTTY;
    if (isAsked && !(await session.agrees('May it do this?'))) throw new NotAgreed('Not approved.');
  }
  return session.ask({ ...input, decision });
}

function describeDecision(answer: Answer<'approvals.decide' | 'approvals.list'>): string {
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

type UndoEntry = Pick<Answer<'bin.restore'>, 'id' | 'at' | 'actor' | 'label' | 'what'>;

const undoLine = ({ id, at, actor, label, what }: UndoEntry) =>
  `${id}  ${at}  ${visible(label ?? actor)} ${visible(what)}`;

/** Without a terminal nothing is undone without --yes: there is no one to ask. */
async function undo({ list, id }: InputOf<'list' | 'id'>, session: Session<'bin.restore'>) {
  const { items } = await session.client.bin.list({ query: { all: true, limit: list === true ? 50 : 1000 } });
  if (list === true) return { items };
  const wanted = id === undefined ? items[0] : items.find((one) => one.id === Number(id));
  if (id === undefined && wanted === undefined) return { items };
  if (wanted !== undefined) session.say(undoLine(wanted));
  if (!(await session.agrees('Undo this?'))) throw new NotAgreed('Nothing was undone.');
  return session.ask({ id: wanted?.id ?? id });
}

function describeUndo(answer: Answer<'bin.restore'> | { readonly items: readonly UndoEntry[] }): string {
  if (!('items' in answer)) return `Undone: ${visible(answer.what)} (${answer.rows} rows restored).`;
  return answer.items.length === 0 ? 'There is nothing to undo.' : answer.items.map(undoLine).join('\n');
}

export const control: readonly CommandSpec[] = [
  command('bin.restore', {
    name: 'undo',
    summary: 'undo the last change of the book, or the one with this number; --list shows what can be undone',
    example: 'zorivest undo --list',
    places: ['id'],
    optional: ['id'],
    asks: true,
    also: () => [field('list', 'Show what can be undone, newest first', { type: 'flag' })],
    perform: undo,
    shown: describeUndo,
  }),
  command('auth.setMode', {
    name: 'keys mode',
    summary: 'set what a key may do: off, read, ask (every write waits for you) or write',
    example: 'zorivest keys mode key_1a2b3c4d ask',
    places: ['key_id', 'mode'],
    perform: (input, { ask }) => {
      if (!keyModes.some((mode) => mode === input['mode'])) {
        throw new UserError(`${String(input['mode'])} is not a mode; one of ${keyModes.join(', ')}`);
      }
      return ask(input);
    },
    shown: ({ key_id, label, mode }) => `${key_id} (${label}) is ${mode} from its next request on.`,
  }),
  command('activity.list', {
    name: 'activity',
    summary:
      'what assistants did, newest first; with --follow, what they do from now on; `activity verify` checks every row of the ' +
      'record and exits with 1 if one was changed, removed or moved',
    example: 'zorivest activity --outcome declined --limit 20',
    places: ['what'],
    optional: ['what'],
    also: () => [
      field('what', 'verify: whether any row was changed, removed or moved'),
      field('follow', 'Print each call as it ends, until Ctrl+C', { type: 'flag' }),
      field('csv', 'As a CSV file on stdout', { type: 'flag' }),
    ],
    perform: activity,
    shown: (answer) => tabulate(nameItems(answer), activityColumns),
  }),
  command('approvals.decide', {
    name: 'approve',
    summary: 'let an assistant do what it asks for; without an id, show what waits',
    example: 'zorivest approve apr_0f1e2d3c4b5a',
    places: ['id'],
    optional: ['id'],
    without: ['decision'],
    asks: true,
    also: () => [field('for_minutes', '15: also further writes of this operation that only add', { type: 'number' })],
    perform: (input, session) => decide(input, 'approve', session),
    shown: describeDecision,
  }),
  command('approvals.decide', {
    name: 'deny',
    summary: 'refuse what an assistant asks for; without an id, show what waits',
    example: 'zorivest deny apr_0f1e2d3c4b5a',
    places: ['id'],
    optional: ['id'],
    without: ['decision', 'for_minutes'],
    perform: (input, session) => decide(input, 'deny', session),
    shown: describeDecision,
  }),
];
