/** A write that has to be asked for becomes a question to the person, and its answer is what the write answered. */
import {
  ApiError,
  type Approval,
  type CallOptions,
  type ClientWrite,
  type ErrorEnvelope,
  isJson,
  isMultipart,
  type JournalClient,
  type UploadFile,
} from '@zorivest/contract';
import { codes, KernelError } from '@zorivest/kernel';
import { persist } from './persist.ts';

/** The wait must be shorter than the time that clients give a call, and end before any other call would have to wait. */
export const WAIT_SECONDS = 20;
/** The service tries a write for ten seconds before it says that it could not. */
const ASK_MS = 15_000;
/** Between two answers, the service waits no longer than this. */
const LONGEST_WAIT = 25;

type AskingClient = Pick<JournalClient, 'approvals'>;

/** The answer of a write that the service made because the person agreed. */
export async function putBeforePerson(
  client: AskingClient,
  { operation, endpoint, input }: ClientWrite,
  options: CallOptions,
  waitSeconds: number,
): Promise<unknown> {
  const { report: callReport, tool = operation, signal, call, task, timeoutMs = 0 } = options;
  const { file, ...fields } = (isMultipart(endpoint.body) ? input.body : {}) as { file?: UploadFile };
  const own = { ...(signal && { signal }), tool, ...(call && { call }) };
  const body = {
    operation,
    ...(input.params && { params: input.params }),
    ...(input.query && { query: input.query }),
    ...(input.body !== undefined && { body: file === undefined ? input.body : fields }),
    ...(file && { file }),
    ...(callReport && { told: { ...callReport, arguments: shortenArguments(callReport.arguments ?? {}) } }),
  };
  // A file takes as long as the tool gives it.
  const patience = { ...own, timeoutMs: Math.max(ASK_MS, file ? timeoutMs : 0) };
  const asked = await persist(options, () => client.approvals.request({ body }, patience));
  call?.noteRequest(asked.id);
  // Who follows tasks waits for as long as the person may take.
  const seconds = task?.isFollowed === true ? Infinity : waitSeconds;
  const end = await waitFor(client, asked, seconds, { ...own, ...(task && { task }) });
  switch (end.status) {
    case 'approved':
      if (!isJson(endpoint.response)) return undefined;
      if (end.result === undefined) throw lostAnswer(tool, end.id);
      return end.result;
    case 'failed':
      throw failureOf(end.error);
    case 'denied':
    case 'expired':
      throw declineError(tool, end.status);
    default:
      throw pending(tool, end);
  }
}

/** Until it has ended or the time is over; a card that took its place is waited for instead. */
async function waitFor(
  client: AskingClient,
  asked: Approval,
  seconds: number,
  options: Pick<CallOptions, 'signal' | 'tool' | 'task'>,
): Promise<Approval> {
  const until = performance.now() + seconds * 1000;
  let found = asked;
  for (;;) {
    const next = found.status === 'changed_since' ? found.next_id : null;
    if (found.status !== 'waiting' && found.status !== 'running' && next === null) return found;
    const left = Math.max(0, (until - performance.now()) / 1000);
    if (left === 0 && next === null) return found;
    const wait_seconds = Math.min(left, LONGEST_WAIT);
    const timeoutMs = Math.ceil(wait_seconds * 1000) + ASK_MS;
    const asking = { params: { id: next ?? found.id }, query: { wait_seconds } };
    found = await persist(options, () => client.approvals.wait(asking, { ...options, timeoutMs }));
  }
}

const LONGEST_ARGUMENT = 2000;

/** A long value, such as an image in base64, is replaced by its length. */
function shortenArguments(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      return [name, text.length > LONGEST_ARGUMENT ? `[${text.length} characters]` : value];
    }),
  );
}

function pending(tool: string, { id, expires_at }: Approval): KernelError {
  return new KernelError(
    'approval_pending',
    `${tool} waits for the person, who has not answered yet. Go on waiting with get_task and this id, or call it again with exactly the same arguments; the person can also answer with \`zorivest approve ${id}\`.`,
    { approval_id: id, expires_at },
  );
}

/** As the service answers any other request that fails. */
export function failureOf(failure: Approval['error']): ApiError {
  const { status, error, detail } = failure ?? { status: 500, error: 'internal_error', detail: '' };
  return new ApiError(status, { error, detail: detail as ErrorEnvelope['detail'] });
}

export function lostAnswer(tool: string, id: string): KernelError {
  return new KernelError(
    'answer_lost',
    `The person agreed to ${tool} and it was done, but the service ended before it could say what it answered. Look at the book; do not call it again.`,
    { approval_id: id },
  );
}

export function declineError(tool: string, status: 'denied' | 'expired'): KernelError {
  const how = status === 'denied' ? 'did not agree to' : 'did not answer in time about';
  return new KernelError(
    codes.confirmationDeclined,
    `The person ${how} ${tool}. Nothing was done; do not try again unless they ask for it.`,
  );
}
