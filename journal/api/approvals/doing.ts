// Tries what a key asks for, and does what the person has agreed to, as the key that asked and as that key is now. How it ended is
// stored before it is reported; after a crash the book knows.
import type { AnyEndpoint, Approval, ApprovalSummary, AskedEndpoint, HandlerInput } from '@zorivest/contract';
import { type Actor, Fault, notFound, serviceActor, stoppedByGuard } from '@zorivest/store';
import type { BookAnswer } from '../responses/answer.ts';
import { answerFor } from '../responses/errors.ts';
import type { Control } from '../control/control.ts';
import type { ChangePreview, StagedChanges, Window } from '../staging/card.ts';
import { refuseDeadKey } from '../vault/data-key.ts';
import type { KeyModes } from '../vault/modes.ts';
import { refuseRole } from '../vault/roles.ts';
import type { Vault } from '../vault/vault.ts';
import type { Cards } from './cards.ts';
import { effectsOfTried } from './effects.ts';
import { askedFor, readOperation, type SentInput } from './operation.ts';
import type { Act, Performer } from './performer.ts';
import type { PersonFirst } from './person-first.ts';
import {
  fileNameOf,
  fileOf,
  namedUpload,
  outcomeText,
  parseAnswer,
  type Row,
  shownColumns,
  stagedColumns,
  stagingOf,
  withoutArguments,
} from './row.ts';

const STOPPED_OUTSIDE =
  'it was stopped while it was being done; nothing more of it was stored, what it had asked or sent by then stays so';

export interface DoingParts {
  readonly control: Control;
  readonly modes: KeyModes;
  readonly vault: () => Pick<Vault, 'bootstrap'>;
  readonly guard: { readonly isLocked: boolean };
  readonly personFirst: PersonFirst;
  readonly performer: () => Performer;
  /** Called with what was done for a key, as for a request that it sent. */
  readonly noticed: (act: Act, answer: BookAnswer, milliseconds: number) => void;
}

interface TrialResult {
  readonly staged: StagedChanges;
  readonly answer: unknown;
}

export class Doing {
  readonly #parts: DoingParts;
  readonly #cards: Cards;
  /** For each key: ends what is being tried or done for it. */
  readonly #ends = new Map<string, AbortController>();

  constructor(parts: DoingParts, cards: Cards) {
    this.#parts = parts;
    this.#cards = cards;
  }

  /** Asked when it is asked for and again when it is done. */
  refuse(endpoint: AskedEndpoint, actor: Actor): void {
    const { modes, guard } = this.#parts;
    refuseRole(endpoint, actor.role);
    const { role } = modes.admitAsked(endpoint, actor);
    if (endpoint.spends === true && role === 'read-only') {
      throw new Fault(403, 'a key that may only read cannot spend', { code: 'key_reads_only' });
    }
    if (guard.isLocked) throw stoppedByGuard();
  }

  /** What is being tried or done for a key, or for any, ends without storing anything. */
  endWork(keyId?: string): void {
    for (const [id, end] of this.#ends) {
      if (keyId !== undefined && keyId !== id) continue;
      this.#ends.delete(id);
      end.abort();
    }
  }

  async try(act: Act, row: Row, page: Window | null, signal: AbortSignal): Promise<TrialResult> {
    const { personFirst, performer } = this.#parts;
    const end = this.#endOf(row.key_id);
    const ended = AbortSignal.any([signal, end]);
    try {
      const answer = await personFirst.attempt(
        (givenUp) => performer().stage(act, stagingOf(row, null, page), givenUp),
        ended,
      );
      if (answer.staged === undefined) throw new TypeError(`${row.operation} was not staged`);
      return { staged: answer.staged, answer: parseAnswer(answer) };
    } catch (error) {
      if (end.aborted || this.#parts.guard.isLocked) throw stoppedByGuard();
      throw error;
    }
  }

  /** A write that was tried once, tried again as it stands. */
  tryAgain(row: Row, page: Window, signal: AbortSignal): Promise<TrialResult> {
    return this.try(this.#actOf(row), row, page, signal);
  }

  /** Does what the person has agreed to; the row says that it is being done. */
  async carryOut(row: Row): Promise<Approval> {
    let ended: Row;
    let stored: ChangePreview | null = null;
    try {
      const act = this.#actOf(row);
      this.refuse(askedFor(row.operation), act.actor);
      const { performer, noticed } = this.#parts;
      const begun = performance.now();
      const end = this.#endOf(row.key_id);
      const answer = await (row.changes_digest === null
        ? performer().perform(act, end, (rows) => (stored = rows))
        : performer().stage(act, stagingOf(row, row.changes_digest, null), end));
      const { staged } = answer;
      if (staged !== undefined && !staged.isStored) return this.#askAgain(row, staged);
      noticed(act, answer, performance.now() - begun);
      const outcome = outcomeText({ result: parseAnswer(answer) });
      ended = this.#cards.end(row, { status: 'approved', outcome, ...shownColumns(stored) });
    } catch (error) {
      ended = await this.#fail(row, error, stored);
    }
    return this.#cards.present(ended);
  }

  /** `stored`: what of an act that was not tried is in the book all the same. */
  async #fail(row: Row, error: unknown, stored: ChangePreview | null): Promise<Row> {
    const cards = this.#cards;
    const current = cards.rows.find(row.id) ?? row;
    const { status, code, detail } = answerFor(error);
    const isStopped = code === 'guard_locked' || this.#parts.guard.isLocked;
    if (row.changes_digest === null) {
      const known = isStopped ? STOPPED_OUTSIDE : detail;
      const outcome = outcomeText({ error: { status, error: code, detail: known } });
      return cards.end(current, { status: 'failed', outcome, ...shownColumns(stored) });
    }
    // Who was stopped, or whose process ended, says nothing of what was stored by then; the book does. One that is closed by
    // now is asked when it is opened again.
    const isInBook = await this.#isInBook(row.id).catch(() => null);
    if (isInBook === null) throw error;
    if (isInBook) return cards.end(current, { status: 'approved', outcome: null });
    if (isStopped) return cards.end(current, { status: 'denied' });
    return cards.end(current, { status: 'failed', outcome: outcomeText({ error: { status, error: code, detail } }) });
  }

  /** The effect differs from what was agreed to: another card takes its place, and nothing was stored. */
  #askAgain(row: Row, staged: StagedChanges): Approval {
    const cards = this.#cards;
    const fileName = fileNameOf(row);
    const now = cards.now();
    const next: Row = {
      ...row,
      ...stagedColumns(staged),
      effects: JSON.stringify(effectsOfTried(row.operation, { staged, answer: null, fileName })),
      id: cards.newId(),
      status: 'waiting',
      asked_at: now,
      expires_at: cards.expiryOf(now),
      decided_at: null,
    };
    const changed: Row = { ...row, status: 'changed_since', next_id: next.id };
    this.#parts.control.write({ actor: serviceActor, requestId: null, label: 'approval.changed_since' }, (audit) => {
      cards.rows.store(next);
      cards.rows.store(changed);
      audit({ resource: 'approval', id: row.id, after: withoutArguments(cards.summarise(changed)) });
    });
    cards.stopClock(row.id);
    cards.startClock(next);
    cards.announce(next);
    cards.announce(changed);
    return cards.present(changed);
  }

  /** The service ended while it was being done. */
  async lookInto(row: Row): Promise<void> {
    if (row.changes_digest === null) {
      const detail =
        'the service ended while this was being done; whether it was is not known, and it is not done again';
      this.#cards.end(row, {
        status: 'failed',
        outcome: outcomeText({ error: { status: 503, error: 'outcome_unknown', detail } }),
      });
      return;
    }
    if (await this.#isInBook(row.id)) {
      this.#cards.end(row, { status: 'approved' });
      return;
    }
    const detail = 'the service ended before this was stored; nothing was changed, ask again';
    this.#cards.end(row, {
      status: 'failed',
      outcome: outcomeText({ error: { status: 503, error: 'unavailable', detail } }),
    });
  }

  /** What the book answers to a read of the service's own. */
  async look(name: string, query: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    const input = { params: {}, query, body: undefined };
    return parseAnswer(await this.#parts.performer().read(name, input, serviceActor));
  }

  /** Whether the book's audit has it. */
  async #isInBook(approvalId: string): Promise<boolean> {
    const found = await this.look('GET /audit', { approval_id: approvalId, limit: 1, offset: 0 });
    return (found as { total: number }).total > 0;
  }

  /** As the key that asked, with its current role. */
  #actOf(row: Row): Act {
    const entry = this.#parts.vault().bootstrap.keys.find(({ key_id }) => key_id === row.key_id);
    if (entry === undefined) throw notFound('API key', row.key_id);
    refuseDeadKey(entry, new Date(this.#cards.now()));
    const report = row.told === null ? null : (JSON.parse(row.told) as ApprovalSummary['told']);
    const actor: Actor = {
      name: `key:${row.key_id}`,
      keyId: row.key_id,
      role: entry.role,
      tool: report?.tool ?? null,
      isLocal: false,
      sessionId: null,
    };
    const endpoint = askedFor(row.operation);
    const storedFile = row.file === null ? null : fileOf(row.file);
    const file =
      storedFile === null
        ? null
        : storedFile.id === undefined
          ? namedUpload(storedFile.upload_id)
          : this.#cards.files.read(storedFile);
    const input: HandlerInput<AnyEndpoint> = readOperation(endpoint, JSON.parse(row.input) as SentInput, file);
    return { endpoint, input, actor, requestId: row.id };
  }

  #endOf(keyId: string): AbortSignal {
    const end = this.#ends.get(keyId) ?? new AbortController();
    this.#ends.set(keyId, end);
    return end.signal;
  }
}
