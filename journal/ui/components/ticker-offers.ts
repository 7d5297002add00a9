// What a field for an instrument offers.

export interface Offer {
  readonly symbol: string;
  readonly hint: string;
}

interface KnownInstrument {
  readonly instrument: string;
  readonly execution_count: number;
}

interface Match {
  readonly symbol: string;
  readonly name: string;
  readonly exchange: string | null;
  readonly provider: string;
}

/** The book's own first, by the name a provider has for them; then what else the provider found. */
export function offersOf(known: readonly KnownInstrument[], found: readonly Match[], most: number): Offer[] {
  const named = new Map(found.map((match) => [match.symbol, match]));
  const own = known.map(({ instrument, execution_count }): Offer => {
    const name = named.get(instrument)?.name;
    const times = timesOf(execution_count);
    return { symbol: instrument, hint: name === undefined ? times : `${name}, ${times}` };
  });
  const symbols = new Set(own.map(({ symbol }) => symbol));
  const others = [...named.values()]
    .filter(({ symbol }) => !symbols.has(symbol))
    .map(({ symbol, name, exchange, provider }): Offer => ({
      symbol,
      hint: [name, exchange, provider].filter((part) => part !== null && part !== '').join(', '),
    }));
  return [...own, ...others].slice(0, most);
}

function timesOf(executions: number): string {
  if (executions === 0) return 'on a plan or watchlist';
  return executions === 1 ? '1 execution' : `${executions} executions`;
}
