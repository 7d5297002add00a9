// What a broker says is held at the end: kept beside the rows for a reconciliation, never made a trade of. What cannot
// be read is left out, for nothing is booked from it.
import type { StatedCash, StatedHoldings, StatedPosition } from '../statement/model.ts';
import type { Clock } from '../text/time.ts';
import type { Accounts } from './accounts.ts';
import { currencyCode } from './cell.ts';
import type { Figures } from './figures.ts';
import type { Instruments } from './instruments.ts';

/** As the file has it. */
interface Held {
  readonly currency?: string;
  readonly when?: string;
  readonly account?: string;
}

interface HeldPosition extends Held {
  readonly symbol: string;
  readonly quantity: string;
  readonly price?: string;
  readonly value?: string;
  readonly cost?: string;
}

interface HeldCash extends Held {
  readonly amount: string;
  readonly currency: string;
}

interface Parts {
  readonly instruments: Instruments;
  readonly clock: Clock;
  readonly figures: Figures;
  readonly accounts: Accounts;
}

/** No account holds more; what a damaged file says beyond this is not kept. */
const MOST = 100_000;

export class Holdings {
  readonly #parts: Parts;
  readonly #positions: StatedPosition[] = [];
  readonly #cash: StatedCash[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  position(held: HeldPosition): void {
    const instrument = this.#parts.instruments.of(held);
    const quantity = this.#parts.figures.quantity(held.quantity);
    if (typeof instrument === 'string' || !quantity || this.#positions.length >= MOST) return;
    const [price, value, cost] = [held.price, held.value, held.cost].map((cell) =>
      this.#parts.figures.value(cell ?? ''),
    );
    this.#positions.push({
      instrument: instrument.symbol,
      quantity,
      ...(typeof price === 'number' ? { price } : {}),
      ...(typeof value === 'number' ? { value } : {}),
      ...(typeof cost === 'number' ? { cost } : {}),
      ...this.#copyShared(held),
    });
  }

  balance(held: HeldCash): void {
    const amount = this.#parts.figures.value(held.amount);
    const currency = currencyCode(held.currency);
    if (typeof amount !== 'number' || currency === null || this.#cash.length >= MOST) return;
    this.#cash.push({ amount, ...this.#copyShared(held), currency });
  }

  listStated(): StatedHoldings {
    return { positions: this.#positions, cash: this.#cash };
  }

  #copyShared({ currency, when, account }: Held): Pick<StatedPosition, 'currency' | 'date' | 'account'> {
    const code = currencyCode(currency);
    const date = when ? this.#parts.clock.read(when)?.date : undefined;
    const { named } = this.#parts.accounts.of(account);
    return {
      ...(code === null ? {} : { currency: code }),
      ...(date === undefined ? {} : { date }),
      ...(named === '' ? {} : { account: named }),
    };
  }
}
