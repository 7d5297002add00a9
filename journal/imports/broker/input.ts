// What a format hands to the sink: cells as the file writes them, each under the name of what it is.
import type { FeeType } from '@zorivest/vocabulary';
import type { AssetClass, CashKind, OptionEnd } from '../statement/model.ts';
import type { Instrument, Option } from './instrument.ts';
import type { StatedRate } from './stated-rate.ts';
import type { Side } from './row-text.ts';

/** One fill, as the file has it. */
export interface Fill {
  readonly row: number;
  readonly side: Side | null;
  /** The symbol as written; resolved to one spelling unless `instrument` says what it is. */
  readonly symbol: string;
  readonly instrument?: Instrument;
  /** The option the row names outside its symbol, where it names one. */
  readonly option?: Option | null;
  /** The symbol names a futures contract, whatever its root. */
  readonly future?: boolean;
  readonly quantity: string;
  readonly price: string;
  /** Costs, positive = cost. Each as written; use `negated` for files that write costs as negative amounts. */
  readonly costs?: readonly string[];
  readonly negatedCosts?: readonly string[];
  /** The currency of each of the costs, where it is not the row's. */
  readonly costCurrencies?: readonly string[];
  /** What each of the costs is, in their order and over again where there are more; absent: commission. */
  readonly costKinds?: readonly FeeType[];
  readonly when: string;
  /** The settlement date, where the row has one. */
  readonly settles?: string;
  readonly account?: string;
  readonly currency?: string;
  readonly execId?: string;
  readonly orderId?: string;
  readonly multiplier?: string;
  readonly isin?: string;
  /** What the instrument is called, for rows without a ticker. */
  readonly name?: string;
  /** The row's rate to the account's currency. */
  readonly fx?: StatedRate;
  /** The amounts the row states, before or after costs: each is compared with quantity × price, the last is stored. */
  readonly amounts?: readonly string[];
  /** What was traded is worth, as the row states it: compared with quantity × price × multiplier, of futures as well. */
  readonly notional?: string;
  /** Where it is not the row's. */
  readonly amountCurrency?: string;
  /** Interest that was paid along with a bond, inside the amount. */
  readonly accrued?: string;
  /** The broker writes its costs nowhere but into the amount. */
  readonly costsInAmount?: boolean;
  /** The result the broker states for the fill. */
  readonly realized?: string;
  /** Given where the file says more than the symbol does. */
  readonly assetClass?: AssetClass | undefined;
  /** A price of zero is meant (a spin-off, shares received). */
  readonly free?: boolean;
  /** The fill is how a contract ended, at zero. */
  readonly ends?: OptionEnd | undefined;
  /** The row takes such a fill back, without naming it by an id. */
  readonly cancels?: boolean;
  /** What its trader wrote about the trade, in the journal the file comes from. */
  readonly tags?: readonly string[];
  readonly note?: string;
}

/** A finished trade of two fills in one row. */
export interface RoundTripRow extends Omit<Fill, 'side' | 'price' | 'when' | 'execId' | 'orderId'> {
  readonly direction: 'long' | 'short';
  readonly entryPrice: string;
  readonly exitPrice: string;
  readonly entryTime: string;
  readonly exitTime: string;
  readonly entryId?: string;
  readonly exitId?: string;
  /** The row's result, before or after costs: compared with what the two prices come to. */
  readonly result?: string;
  readonly entryAmounts?: readonly string[];
  readonly entryCosts?: readonly string[];
  readonly exitCosts?: readonly string[];
  /** Where it is not the entry's. */
  readonly exitFx?: StatedRate;
}

export interface CashInput {
  readonly row: number;
  readonly when: string;
  readonly amount: string;
  readonly currency?: string;
  readonly kind?: CashKind;
  /** The words the kind is taken from when `kind` is not given. */
  readonly description?: string;
  readonly symbol?: string;
  readonly memo?: string;
  readonly account?: string;
  readonly id?: string;
  readonly isin?: string;
  /** The currency is a coin. */
  readonly coin?: boolean;
  /** The row's rate to the account's currency. */
  readonly fx?: StatedRate;
  /** Tax taken off before the amount was paid. */
  readonly withheld?: {
    readonly amount: string;
    readonly currency: string;
    /** How much of the row's currency one unit of it was, where that is another. */
    readonly rate?: number;
  };
  /** The fill it is a cost of. */
  readonly execId?: string;
  /** Shares that the row names with the money. */
  readonly quantity?: string;
}

interface EventInputBase {
  readonly row: number;
  readonly when: string;
  readonly symbol: string;
  readonly option?: Option | null;
  /** The symbol names a coin. */
  readonly coin?: boolean;
  readonly isin?: string;
  readonly account?: string;
  readonly id?: string;
  /** It takes effect a second after the event before it. */
  readonly after?: boolean;
  /** Further rows that tell the same. */
  readonly joined?: readonly number[];
}

/** One side of an exchange of shares. */
export interface ExchangeLeg extends Omit<EventInputBase, 'id' | 'after' | 'joined'> {
  readonly quantity: string;
  readonly leaves: boolean;
  /** Where the row tells a change of name: the name before. */
  readonly formerSymbol?: string;
}

/** One of the rows that tell a merger: shares that leave or come, or money. */
export interface MergerRow extends Omit<EventInputBase, 'option' | 'coin' | 'isin' | 'after' | 'joined'> {
  /** Negative = out of the account; absent where the row tells money only. */
  readonly quantity?: string;
  readonly cash?: string;
}

/** Bonds that were paid back: how many, for how much, or one of the two where another row tells the other. */
export interface RedemptionRow extends Omit<EventInputBase, 'option' | 'coin' | 'after' | 'id' | 'joined'> {
  readonly quantity?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly memo: string;
}

/** What happens to a position without a trade. */
export type EventInput = EventInputBase &
  (
    | {
        readonly kind: 'split';
        readonly newShares?: string | undefined;
        readonly oldShares?: string | undefined;
        readonly sharesAdded?: string;
      }
    | { readonly kind: 'symbol_change'; readonly newSymbol: string }
    | { readonly kind: 'cash_merger'; readonly cashPerShare: string }
    | {
        readonly kind: 'stock_merger';
        readonly newSymbol: string;
        readonly newShares: string;
        readonly oldShares: string;
        readonly cashPerShare?: string;
      }
    | {
        readonly kind: 'spin_off';
        readonly newSymbol: string;
        readonly newShares: string;
        readonly oldShares: string;
      }
    | { readonly kind: 'return_of_capital'; readonly amountPerShare?: string | undefined; readonly amount?: string }
    | { readonly kind: 'cash_in_lieu'; readonly quantity: string; readonly amount: string }
    | { readonly kind: OptionEnd; readonly quantity: string }
    | {
        readonly kind: 'transfer';
        readonly quantity: string;
        readonly costBasis?: string;
        /** The shares are those of a spin-off whose company the row does not name. */
        readonly isSpinOff?: boolean;
      }
    | { readonly kind: 'reward'; readonly quantity: string; readonly value?: string; readonly currency?: string }
  );
