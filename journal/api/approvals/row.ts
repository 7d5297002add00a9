// A request for approval as it is stored, and as it is shown: in a list, opened, and to the writer that tries or does it.
import type { Approval, ApprovalSummary, ReceivedFile } from '@zorivest/contract';
import type { Selectable } from 'kysely';
import type { BookAnswer, Staging } from '../responses/answer.ts';
import type { ChangePreview, StagedChanges, Window } from '../staging/card.ts';
import { isUploadId, type StoredFile } from './files.ts';
import { endpointNamed, isAdding, type SentInput } from './operation.ts';
import type { ApprovalTables } from './tables.ts';

export type Row = Selectable<ApprovalTables['approvals']>;
export type Status = Approval['status'];

/** What a list shows; the rest is read when one is opened. */
export const SUMMARY = [
  'id',
  'key_id',
  'operation',
  'kind',
  'status',
  'told',
  'effects',
  'next_id',
  'asked_at',
  'expires_at',
  'decided_at',
] as const satisfies readonly (keyof Row)[];
export type SummaryRow = Pick<Row, (typeof SUMMARY)[number]>;

/** One that waits, without what it would do: a stop ends all of them, of every key. */
export type WaitingRow = SummaryRow & Pick<Row, 'size' | 'file'> & { readonly named_upload: unknown };

/** How it ended: the answer of the write, or why there is none. */
type Outcome =
  | { readonly result: unknown }
  | { readonly error: { readonly status: number; readonly error: string; readonly detail: unknown } };

export const outcomeText = (outcome: Outcome): string => JSON.stringify(outcome);

export const isOpen = (status: string): boolean => status === 'waiting' || status === 'running';

export function statusOf({ status, expires_at }: Pick<Row, 'status' | 'expires_at'>, now: number): Status {
  // One of the words that `Approvals` writes.
  return status === 'waiting' && expires_at <= now ? 'expired' : (status as Status);
}

/** What a row does not say itself: how keys are called, and what time it is. */
export interface ShownWith {
  readonly labelOf: (keyId: string) => string;
  readonly now: number;
}

type Keys = readonly { readonly key_id: string; readonly label: string; readonly revoked_at: string | null }[];

const plainly = (label: string): string => label.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/** What the person called the key; its id too where another one goes by that name: a key can make keys, and name them. */
export function labelsOf(keys: Keys): ShownWith['labelOf'] {
  const named = keys.map((key) => ({ ...key, plain: plainly(key.label) }));
  const live = Map.groupBy(
    named.filter(({ revoked_at }) => revoked_at === null),
    ({ plain }) => plain,
  );
  return (keyId) => {
    const own = named.find(({ key_id }) => key_id === keyId);
    if (own === undefined) return keyId;
    const isShared = live.get(own.plain)?.some(({ key_id }) => key_id !== keyId) === true;
    return isShared ? `${own.label} (${keyId})` : own.label;
  };
}

export function summariseApproval(row: SummaryRow, { labelOf, now }: ShownWith): ApprovalSummary {
  const endpoint = endpointNamed(row.operation);
  return {
    id: row.id,
    status: statusOf(row, now),
    operation: row.operation,
    summary: endpoint?.summary ?? row.operation,
    kind: row.kind as ApprovalSummary['kind'], // the contract's word for it
    key_id: row.key_id,
    label: labelOf(row.key_id),
    told: row.told === null ? null : (JSON.parse(row.told) as ApprovalSummary['told']),
    effects: JSON.parse(row.effects) as string[],
    adds: isAdding(endpoint),
    next_id: row.next_id,
    asked_at: new Date(row.asked_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
    decided_at: row.decided_at === null ? null : new Date(row.decided_at).toISOString(),
  };
}

/** As the audit stores it for good: the arguments that the program reports are on the card, and can be large. */
export function withoutArguments({ told: report, ...summary }: ApprovalSummary) {
  return { ...summary, told: report && { ...report, arguments: undefined } };
}

export function presentApproval(row: Row, shownWith: ShownWith): Approval {
  const { params = null, query = null, body = null } = JSON.parse(row.input) as SentInput;
  const changes = JSON.parse(row.changes) as Approval['changes'];
  const storedFile = row.file === null ? null : fileOf(row.file);
  const more = row.total - changes.length;
  const outcome = row.outcome === null ? null : (JSON.parse(row.outcome) as Outcome);
  return {
    ...summariseApproval(row, shownWith),
    params,
    query,
    body,
    file:
      storedFile?.id === undefined ? null : { name: storedFile.name, size: storedFile.size, sha256: storedFile.sha256 },
    changes,
    sums: JSON.parse(row.sums) as Approval['sums'],
    ...(more > 0 && { more }),
    ...outcome,
  };
}

export const fileOf = (text: string): StoredFile => JSON.parse(text) as StoredFile; // written by `Approvals`

/** The names of its files in the home: the file that came along, or the upload it names. */
export function filesOf(row: Pick<Row, 'file'> & (Pick<Row, 'input'> | Pick<WaitingRow, 'named_upload'>)): string[] {
  const { file } = row;
  const storedFile = file === null ? undefined : fileOf(file);
  const inPath = 'input' in row ? (JSON.parse(row.input) as SentInput).params?.['upload_id'] : row.named_upload;
  const own =
    storedFile === undefined
      ? []
      : storedFile.id === undefined
        ? [storedFile.upload_id].filter(isUploadId)
        : [storedFile.id];
  return [...own, ...[inPath].filter(isUploadId)];
}

export const fileNameOf = ({ file }: Row): string | null => (file === null ? null : (fileOf(file).name ?? null));

/** What it changed; keeps the columns as they are where no changes were reported. */
export const shownColumns = (shown: ChangePreview | null) =>
  shown && {
    changes: JSON.stringify(shown.changes),
    sums: JSON.stringify(shown.sums),
    total: shown.total,
  };

export const stagedColumns = (staged: StagedChanges) => ({ changes_digest: staged.digest, ...shownColumns(staged) });

export function stagingOf({ id, seed, staged_at, file }: Row, agreed: string | null, page: Window | null): Staging {
  const storedFile = file === null ? null : fileOf(file);
  const uploadId = storedFile?.id === undefined ? storedFile?.upload_id : undefined;
  return { approvalId: id, same: { seed, at: staged_at }, agreed, page, ...(uploadId !== undefined && { uploadId }) };
}

/** What the book has under this id is put in its place where the book is. */
export function namedUpload(id: string): ReceivedFile {
  const none = () => Promise.reject(new TypeError('an upload is read where the book is'));
  return {
    name: id,
    type: '',
    size: 0,
    sha256: id,
    bytes: none,
    // oxlint-disable-next-line require-yield -- there is nothing to give
    async *pieces() {
      await none();
    },
  };
}

export function parseAnswer({ contentType, body }: BookAnswer): unknown {
  return contentType?.startsWith('application/json') === true && body !== null
    ? (JSON.parse(Buffer.concat(body).toString()) as unknown)
    : null;
}
