// A lasting approval: it covers more writes of one operation by one key. In memory only: it ends with the service.
interface Allowance {
  readonly keyId: string;
  readonly operation: string;
  readonly until: number;
}

interface KeyOperation {
  readonly key_id: string;
  readonly operation: string;
}

export class Allowances {
  #all: readonly Allowance[] = [];

  add({ key_id: keyId, operation }: KeyOperation, now: number, milliseconds: number): void {
    const added = { keyId, operation, until: now + milliseconds };
    this.#all = [...this.#all.filter((one) => one.until > now), added];
    // Also where the clock is set back meanwhile.
    setTimeout(() => (this.#all = this.#all.filter((one) => one !== added)), milliseconds).unref();
  }

  covers({ key_id, operation }: KeyOperation, now: number): boolean {
    return this.#all.some((one) => one.keyId === key_id && one.operation === operation && one.until > now);
  }

  /** Of one key, or of all. */
  end(keyId?: string): void {
    this.#all = keyId === undefined ? [] : this.#all.filter((one) => one.keyId !== keyId);
  }
}
