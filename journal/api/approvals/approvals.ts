// Writes that wait for the person. A key asks for one, the service tries it and shows what it would change, and a yes makes
// the service do exactly that. Time running out, a stop, a lock and the end of a key are a no.
import type { Approval, ApprovalSummary } from '@zorivest/contract';
import { type Actor, conflict, Fault, invalidField, originOf } from '@zorivest/store';
import type { Window } from '../staging/card.ts';
import { Allowances } from './allowances.ts';
import { type Asker, Asking, type Request } from './asking.ts';
import { type CardParts, Cards, MINUTE } from './cards.ts';
import { Doing, type DoingParts } from './doing.ts';
import { endpointNamed } from './operation.ts';
import { filesOf, type Row, withoutArguments } from './row.ts';

type ApprovalParts = CardParts & DoingParts;
type Decider = Omit<Asker, 'signal' | 'storing'>;

export class Approvals {
  readonly #parts: ApprovalParts;
  readonly #cards: Cards;
  readonly #doing: Doing;
  readonly #asking: Asking;
  readonly #allowances = new Allowances();

  constructor(parts: ApprovalParts) {
    this.#parts = parts;
    this.#cards = new Cards(parts);
    this.#doing = new Doing(parts, this.#cards);
    this.#asking = new Asking({
      control: parts.control,
      random: parts.random,
      cards: this.#cards,
      doing: this.#doing,
      allowances: this.#allowances,
    });
  }

  /** The book is open: waiting cards continue to wait, and the outcome of cards that were running at the last end is looked up. */
  async open(): Promise<void> {
    if (this.#parts.guard.isLocked) {
      try {
        // A stop that the disk did not take left them there.
        this.#cards.denyAll();
      } catch {
        // Nor does it by now: they are denied for as long as this service runs, and looked at again at the next start.
      }
    }
    for (const row of this.#cards.rows.running()) await this.#doing.lookInto(row);
    const waiting = this.#cards.rows.waiting();
    for (const row of waiting) this.#cards.startClock(row);
    this.#cards.files.dropOthers(new Set(waiting.flatMap(filesOf)));
  }

  /** The book is closed; waiting cards remain. */
  close(): void {
    this.#doing.endWork();
    this.#cards.stopClocks();
    this.#allowances.end();
  }

  request(asker: Asker, request: Request): Promise<Approval> {
    return this.#asking.request(asker, request);
  }

  list(actor: Actor, status?: string): ApprovalSummary[] {
    return this.#cards.list(actor, status);
  }

  wait(actor: Actor, id: string, seconds: number, signal: AbortSignal): Promise<Approval> {
    return this.#cards.wait(actor, id, seconds, signal);
  }

  /** Everything that a waiting write would change: it is tried once more and looked at. */
  async changes({ actor, signal }: Asker, id: string, page: Window) {
    const row = this.#cards.find(actor, id);
    const { status, changes } = this.#cards.present(row);
    if (row.changes_digest === null || status !== 'waiting') {
      return { items: changes.slice(page.offset, page.offset + page.limit), total: row.total, ...page };
    }
    const again = () => this.#doing.tryAgain(row, page, signal);
    const { staged } = await (actor.keyId === null ? again() : this.#asking.inTurn(actor.keyId, again));
    if (staged.digest !== row.changes_digest) {
      throw new Fault(409, 'it would change something else by now; deciding shows what', { code: 'changed_since' });
    }
    return { items: [...staged.changes], total: staged.total, ...page };
  }

  async decide(
    decider: Decider,
    id: string,
    decision: 'approve' | 'deny',
    forMinutes: number | undefined,
  ): Promise<Approval> {
    const cards = this.#cards;
    const row = this.#waiting(decider, id);
    const isYes = decision === 'approve';
    if (forMinutes !== undefined && (!isYes || !cards.summarise(row).adds)) {
      throw invalidField('for_minutes', 'is only for approving what adds something');
    }
    const now = cards.now();
    if (isYes && endpointNamed(row.operation)?.wantsPassphrase === true) {
      this.#parts.vault().refuseStale(decider.actor);
    }
    const decided: Row = { ...row, status: isYes ? 'running' : 'denied', decided_at: now };
    this.#parts.control.write(originOf(decider, `approval.${decision}`), (audit) => {
      cards.rows.store(decided);
      audit({
        resource: 'approval',
        id,
        before: withoutArguments(cards.summarise(row)),
        after: { ...withoutArguments(cards.summarise(decided)), for_minutes: forMinutes ?? null },
      });
    });
    if (!isYes) cards.letGo(decided);
    cards.announce(decided);
    if (!isYes) return cards.present(decided);
    if (forMinutes !== undefined) this.#allowances.add(row, now, forMinutes * MINUTE);
    return this.#doing.carryOut(decided);
  }

  /** The asking key withdraws its request. */
  withdraw(decider: Decider, id: string): Approval {
    const cards = this.#cards;
    const row = this.#waiting(decider, id);
    const denied: Row = { ...row, status: 'denied', decided_at: cards.now() };
    this.#parts.control.write(originOf(decider, 'approval.withdraw'), (audit) => {
      audit({
        resource: 'approval',
        id,
        before: withoutArguments(cards.summarise(row)),
        after: withoutArguments(cards.summarise(denied)),
      });
    });
    return cards.present(cards.end(row, { status: 'denied', decided_at: denied.decided_at }));
  }

  /** A stop, a lock of the vault, another mode or the end of a key: what waits is denied, and allowances end. */
  endAll(keyId?: string): void {
    this.#allowances.end(keyId);
    this.#doing.endWork(keyId);
    this.#cards.denyAll(keyId);
  }

  #waiting({ actor }: Decider, id: string): Row {
    const row = this.#cards.find(actor, id);
    const status = this.#cards.statusOf(row);
    if (status !== 'waiting') throw conflict(`the request for approval ${id} is ${status} already`);
    return row;
  }
}
