// How a key asks: its request is read, tried and shown to the person as a card, or joins an equal card that already waits.
import {
  type Approval,
  type ApprovalSummary,
  type AskedEndpoint,
  kindOfAsked,
  type ReceivedFile,
} from '@zorivest/contract';
import { type Actor, Fault, invalidField, originOf, type RandomBytes, stoppedByGuard } from '@zorivest/store';
import type { Control } from '../control/control.ts';
import type { Allowances } from './allowances.ts';
import { type Cards, MINUTE } from './cards.ts';
import type { Doing } from './doing.ts';
import { effectsOfAct, effectsOfTried, type Reviewer } from './effects.ts';
import { isUploadId, type StoredFile } from './files.ts';
import { refuseCrowd, refuseFlood } from './flood.ts';
import { askedFor, digestOf, readOperation, type SentInput } from './operation.ts';
import type { Act } from './performer.ts';
import { fileNameOf, isOpen, namedUpload, type Row, stagedColumns, withoutArguments } from './row.ts';

/** How long decided ones can still be looked at; the audit keeps them for good. */
const RETENTION_MS = 24 * 3_600_000;
const MOST_A_MINUTE = 60;
const MOST_AN_HOUR = 300;

export interface Request extends SentInput {
  readonly operation: string;
  readonly upload_id?: string | undefined;
  readonly told?: ApprovalSummary['told'] | undefined;
  readonly file?: ReceivedFile | undefined;
}

export interface Asker {
  readonly actor: Actor;
  readonly requestId: string;
  readonly signal: AbortSignal;
  readonly storing: () => boolean;
}

/** Shown to the person, or done immediately. */
interface TriedRequest {
  readonly row: Row;
  /** As it was tried, nothing that was there is another or goes. */
  readonly onlyAdds: boolean;
}

interface AskingParts {
  readonly control: Control;
  readonly random: RandomBytes;
  readonly cards: Cards;
  readonly doing: Doing;
  readonly allowances: Allowances;
}

export class Asking {
  readonly #parts: AskingParts;
  /** One after another for each key, so that two who ask for the same join. */
  readonly #turns = new Map<string, Promise<unknown>>();
  /** When each key has asked in the last minute. */
  readonly #asked = new Map<string, readonly number[]>();

  constructor(parts: AskingParts) {
    this.#parts = parts;
  }

  async request(asker: Asker, request: Request): Promise<Approval> {
    const { keyId } = asker.actor;
    if (keyId === null) throw new Fault(403, 'the person needs no approval; only a key asks for one');
    this.#refuseOften(keyId);
    const endpoint = askedFor(request.operation);
    this.#parts.doing.refuse(endpoint, asker.actor);
    return this.inTurn(keyId, () => this.#ask({ ...asker, keyId }, endpoint, request));
  }

  /** One after another for each key: trying takes the writer's turn, and a key has one. */
  async inTurn<T>(keyId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(keyId) ?? Promise.resolve();
    const asked = before.catch(() => {}).then(work);
    this.#turns.set(keyId, asked);
    try {
      return await asked;
    } finally {
      if (this.#turns.get(keyId) === asked) this.#turns.delete(keyId);
    }
  }

  async #ask(asker: Asker & { keyId: string }, endpoint: AskedEndpoint, request: Request): Promise<Approval> {
    const { cards, random } = this.#parts;
    const { keyId, actor, signal } = asker;
    const { operation, params, query, body, upload_id, told: report, file } = request;
    if (file !== undefined && upload_id !== undefined)
      throw invalidField('upload_id', 'cannot be sent together with a file');
    const received = file ?? (upload_id === undefined ? null : namedUpload(upload_id));
    const sent: SentInput = { params, query, body };
    const input = readOperation(endpoint, sent, received);
    const digest = digestOf(operation, input);
    const joined = this.#joinable(keyId, digest);
    if (joined) {
      const shown = cards.present(joined);
      cards.noteFetched(joined, shown.status);
      return shown;
    }
    const size = Buffer.byteLength(JSON.stringify([sent, report ?? null]));
    const waiting = cards.rows.waiting(keyId).filter((row) => cards.statusOf(row) === 'waiting');
    const fileSize = file?.size ?? (upload_id === undefined ? 0 : cards.files.sizeOfUpload(upload_id));
    refuseFlood(waiting, { size, fileSize });
    refuseCrowd(cards.waitingOfAll, size);
    const id = cards.newId();
    const now = cards.now();
    const row: Row = {
      id,
      key_id: keyId,
      operation,
      kind: kindOfAsked(endpoint),
      status: 'waiting',
      told: report ? JSON.stringify(report) : null,
      effects: '[]',
      input: JSON.stringify(sent),
      file: await this.#keepFile(id, request),
      digest,
      seed: random(16).toString('hex'),
      staged_at: new Date(now).toISOString(),
      changes_digest: null,
      changes: '[]',
      sums: '[]',
      total: 0,
      size,
      outcome: null,
      next_id: null,
      is_fetched: 0,
      asked_at: now,
      expires_at: cards.expiryOf(now),
      decided_at: null,
    };
    try {
      const asked =
        row.kind === 'book'
          ? await this.#stage(row, { endpoint, input, actor, requestId: id }, signal)
          : { row: await this.#describe(row, endpoint, sent), onlyAdds: false };
      return await this.#place(asker, asked);
    } catch (error) {
      cards.dropFiles([row]);
      throw error;
    }
  }

  /** What came along, or the upload that is named, stays until the card is decided. */
  async #keepFile(id: string, { file, upload_id, params }: Request): Promise<string | null> {
    const { files } = this.#parts.cards;
    const storedFile: StoredFile | null = file
      ? await files.keep(id, file)
      : upload_id === undefined
        ? null
        : { upload_id, size: files.holdUpload(upload_id) };
    if (isUploadId(params?.['upload_id'])) files.holdUpload(params['upload_id']);
    return storedFile === null ? null : JSON.stringify(storedFile);
  }

  async #stage(row: Row, act: Act, signal: AbortSignal): Promise<TriedRequest> {
    const { staged, answer } = await this.#parts.doing.try(act, row, null, signal);
    const fileName = fileNameOf(row);
    const effects = effectsOfTried(row.operation, { staged, answer, fileName });
    const tried = { ...row, ...stagedColumns(staged), effects: JSON.stringify(effects) };
    // A request that changes nothing needs no approval: a preview, or a write of what the book already has.
    const { onlyAdds } = staged;
    if (staged.all > 0) return { row: tried, onlyAdds };
    const outcome = JSON.stringify({ result: answer });
    return { row: { ...tried, status: 'approved', decided_at: row.asked_at, outcome }, onlyAdds };
  }

  /** What is not tried says what it does; what spends, to whom the money goes. */
  async #describe(row: Row, endpoint: AskedEndpoint, sent: SentInput): Promise<Row> {
    const reviewer =
      endpoint.spends === true ? ((await this.#parts.doing.look('GET /analytics/reviewer')) as Reviewer) : null;
    return { ...row, effects: JSON.stringify(effectsOfAct(row.operation, endpoint, sent, reviewer)) };
  }

  /** Shown to the person, or done immediately if they have already agreed or nothing would change. */
  async #place(asker: Asker, { row, onlyAdds }: TriedRequest): Promise<Approval> {
    const { control, cards, doing, allowances } = this.#parts;
    doing.refuse(askedFor(row.operation), asker.actor);
    // An operation that adds can do more: a statement also corrects and takes back.
    const isAllowed = onlyAdds && allowances.covers(row, cards.now());
    const isDone = row.status === 'approved';
    // From here on the answer reports what was stored, never that nothing was.
    if (!asker.storing()) throw stoppedByGuard();
    const placed: Row = isAllowed && !isDone ? { ...row, status: 'running', decided_at: cards.now() } : row;
    if (placed.status === 'waiting') refuseCrowd(cards.waitingOfAll, row.size);
    control.write(originOf(asker, 'approval.request'), (audit) => {
      cards.rows.dropBefore(cards.now() - RETENTION_MS);
      cards.rows.dropMost(row.key_id);
      cards.rows.store(placed);
      audit({ resource: 'approval', id: row.id, after: withoutArguments(cards.summarise(placed)) });
    });
    if (isDone) {
      cards.letGo(placed);
      cards.noteFetched(placed, cards.statusOf(placed));
      return cards.present(placed);
    }
    if (isAllowed) {
      const done = await doing.carryOut(placed);
      cards.noteFetched(cards.find(asker.actor, done.id), done.status);
      return done;
    }
    cards.startClock(row);
    cards.announce(placed);
    return cards.present(placed);
  }

  #joinable(keyId: string, digest: string): Row | undefined {
    const { cards } = this.#parts;
    return cards.rows.alike(keyId, digest).find((row) => {
      const status = cards.statusOf(row);
      // A card whose effect changed since continues under another id; an expired one is asked again.
      return isOpen(status) || (row.is_fetched === 0 && status !== 'changed_since' && status !== 'expired');
    });
  }

  /** Each question is noted for good: a key that asks without end would fill the disk with them. */
  #refuseOften(keyId: string): void {
    const now = this.#parts.cards.now();
    // A clock that was set back leaves questions in the future; they do not count.
    const recent = (this.#asked.get(keyId) ?? []).filter((at) => at > now - 60 * MINUTE && at <= now);
    const lately = recent.filter((at) => at > now - MINUTE);
    if (lately.length >= MOST_A_MINUTE || recent.length >= MOST_AN_HOUR) {
      const much =
        lately.length >= MOST_A_MINUTE
          ? `${MOST_A_MINUTE} times within a minute`
          : `${MOST_AN_HOUR} times within an hour`;
      throw new Fault(429, `this key has asked ${much}; wait before it asks again`, {
        code: 'too_many_waiting',
        retryAfterSeconds: 30,
      });
    }
    this.#asked.set(keyId, [...recent, now]);
  }
}
