// The instruments of one file, each worked out once: a file has far more fills than instruments.
import { instrumentFacts } from '@zorivest/domain';
import type { RowLog } from '../statement/diagnostics.ts';
import { looksLikeFormula } from '../text/csv.ts';
import { coinCode } from './cell.ts';
import type { Fill } from './input.ts';
import {
  type Instrument,
  type Option,
  optionInstrument,
  parseFuture,
  parseOption,
  pointValue,
  withoutExchange,
} from './instrument.ts';
import { memoize } from './memoize.ts';

/** A symbol may hold what tickers of any exchange hold, and nothing a spreadsheet or a page would run. */
const SYMBOL = /^[\p{L}\p{N}/.^$@#][\p{L}\p{N} ./_:&^!*'#@=+-]*$/u;
const LONGEST_SYMBOL = 64;
const MOST = 100_000;
const MOST_OPTIONS = 5000;

export class Instruments {
  readonly #log: RowLog;
  readonly #known = new Map<string, Instrument>();
  readonly #options = new Map<Option, Instrument>();
  /** The option a symbol or a description names, or null. */
  readonly option = memoize(parseOption);

  constructor(log: RowLog) {
    this.#log = log;
  }

  /** What a row is about, or the reason why that is not known. */
  of(
    input: Pick<Fill, 'symbol' | 'instrument' | 'option' | 'future'> & { readonly coin?: boolean },
  ): Instrument | string {
    if (input.instrument !== undefined) return input.instrument;
    if (input.option) return this.#option(input.option);
    const symbol = input.symbol.trim();
    if (input.coin === true && coinCode(symbol) !== null)
      return { symbol: symbol.toUpperCase(), multiplier: 1, kind: 'stock', assetClass: 'CRYPTO' };
    const known = input.future === true ? undefined : this.#known.get(symbol);
    if (known !== undefined) return known;
    if (symbol === '') return 'The row has no symbol';
    if (looksLikeFormula(symbol)) return 'The symbol is a spreadsheet formula';
    if (!isSymbol(symbol)) return `"${symbol.replaceAll(/\s+/g, ' ').slice(0, 40)}" is not a symbol`;
    return this.findByName(symbol, input.future === true);
  }

  /** The instrument a symbol names. */
  findByName(symbol: string, future = false): Instrument {
    const key = future ? `\n${symbol}` : symbol;
    let known = this.#known.get(key);
    if (known === undefined) {
      known = this.#resolve(symbol, future);
      if (this.#known.size < MOST) this.#known.set(key, known);
    }
    return known;
  }

  #option(option: Option): Instrument {
    let known = this.#options.get(option);
    if (known === undefined) {
      known = optionInstrument(option);
      if (this.#options.size < MOST_OPTIONS) this.#options.set(option, known);
    }
    return known;
  }

  #resolve(text: string, future: boolean): Instrument {
    const { symbol, future: exchangeSays, assetClass } = withoutExchange(text);
    const option = future ? null : parseOption(symbol);
    if (option !== null) return optionInstrument(option);
    const contract = parseFuture(symbol, future || exchangeSays);
    if (contract === null) {
      const decided = assetClass ?? instrumentFacts(symbol.toUpperCase()).asset_class;
      return {
        symbol: symbol.toUpperCase(),
        multiplier: 1,
        kind: 'stock',
        ...(decided === 'EQUITY' || decided === 'FUTURE' || decided === 'OPTION' ? {} : { assetClass: decided }),
      };
    }
    const value = pointValue(contract.root);
    if (value === undefined)
      this.#log.warn(
        `The point value of ${contract.root} futures is not known: a multiplier of 1 was used. Set it on the trade.`,
      );
    return { symbol: contract.symbol, multiplier: value ?? 1, kind: 'future' };
  }
}

export function isSymbol(text: string): boolean {
  return text.length <= LONGEST_SYMBOL && SYMBOL.test(text);
}
