/** What is in flight on one connection: requests that wait for our answer, and our own that wait for the peer's. */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { RequestId } from './envelope.ts';

type BatchSlot = (answer: JSONRPCMessage | undefined) => void;

export class InFlight {
  readonly #limit: number;
  /** Requests of the peer by id; an id may be there twice if the peer repeats itself. */
  readonly #waiting = new Map<RequestId, number>();
  #count = 0;
  /** Where answers go that belong into a batch. */
  readonly #batched = new Map<RequestId, BatchSlot[]>();
  /** Our own requests that the peer has not answered. */
  readonly #asked = new Set<RequestId>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Counts a request that will be answered; `false` when there are too many. */
  begin(id: RequestId): boolean {
    if (this.#count >= this.#limit) return false;
    this.#count++;
    this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + 1);
    return true;
  }

  isWaiting(id: RequestId): boolean {
    return this.#waiting.has(id);
  }

  /** The request is answered, or never will be. */
  settle(id: RequestId): void {
    const count = this.#waiting.get(id) ?? 0;
    if (count > 0) this.#count--;
    if (count > 1) this.#waiting.set(id, count - 1);
    else this.#waiting.delete(id);
    if (this.#batched.get(id)?.length === 0) this.#batched.delete(id);
  }

  /** The answer to this request, held back for its batch. */
  inBatch(id: RequestId): Promise<JSONRPCMessage | undefined> {
    return new Promise((resolve) => {
      this.#batched.set(id, [...(this.#batched.get(id) ?? []), resolve]);
    });
  }

  /** Hands an answer to the batch that waits for it; `false` when none does. */
  giveToBatch(id: RequestId, answer: JSONRPCMessage | undefined): boolean {
    const slot = this.#batched.get(id)?.shift();
    slot?.(answer);
    return slot !== undefined;
  }

  ask(id: RequestId): void {
    this.#asked.add(id);
  }

  forgetAsked(id: RequestId): void {
    this.#asked.delete(id);
  }

  /** Takes out everything the peer has not answered. */
  takeAsked(): RequestId[] {
    const ids = [...this.#asked];
    this.#asked.clear();
    return ids;
  }
}
