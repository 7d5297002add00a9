// Coinbase's conversions of one coin into another: one row with both coins in its notes, or a row for each coin.
import { coinTrade, type CoinTrade, readAmount } from '../coins.ts';
import type { Sink } from '../sink.ts';

interface Half {
  readonly row: number;
  readonly when: string;
  readonly id: string;
  readonly coin: CoinTrade['out'];
  /** With its sign, where the file writes one. */
  readonly stated: number;
  readonly notes: string;
  readonly money: {
    readonly currency: string;
    readonly price: number;
    readonly subtotal: number;
    readonly total: number;
    readonly fee: number;
  };
}

interface Conversion {
  readonly out: CoinTrade['out'];
  readonly in: CoinTrade['in'];
}

export class Conversions {
  readonly #sink: Sink;
  /** By moment, in the order of the file. */
  readonly #halves = new Map<string, Half[]>();

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  add(half: Half): void {
    const key = half.when;
    this.#halves.set(key, [...(this.#halves.get(key) ?? []), half]);
    this.#sink.hold(half.row);
  }

  end(): void {
    for (const halves of this.#halves.values()) {
      const open = [...halves];
      for (let half = open.shift(); half !== undefined; half = open.shift()) {
        const conversion = this.#conversionIn(half);
        const at = open.findIndex((other) => isOther(half, other, conversion));
        const [other] = at === -1 ? [] : open.splice(at, 1);
        this.#book(half, other, conversion);
      }
    }
    this.#halves.clear();
  }

  /** "Converted 0.005 BTC to 50 SOL" */
  #conversionIn({ notes, coin }: Half): Conversion | null {
    const match = /([\d.,]+)\s+([A-Z0-9]+)\s+(?:to|for|into)\s+([\d.,]+)\s+([A-Z0-9]+)/i.exec(notes);
    if (match === null) return null;
    const [, sent = '', from = '', received = '', to = ''] = match;
    // The words are in the person's language, and so are their decimals; the row's quantity tells which it is.
    const own = coin.code === to.toUpperCase() ? received : sent;
    const hasComma = own.includes(',') && readAmount(this.#sink, withPoint(own)).quantity === coin.quantity;
    const read = (figure: string) => readAmount(this.#sink, hasComma ? withPoint(figure) : figure);
    const conversion = {
      out: { code: from.toUpperCase(), ...read(sent) },
      in: { code: to.toUpperCase(), ...read(received) },
    };
    return conversion.in.quantity > 0 && conversion.out.quantity > 0 ? conversion : null;
  }

  #book(half: Half, other: Half | undefined, conversion: Conversion | null): void {
    const isOut = conversion === null ? half.stated < 0 : half.coin.code === conversion.out.code;
    const [out, into] = isOut ? [half, other] : [other, half];
    const trade = {
      out: out?.coin ?? conversion?.out,
      in: into?.coin ?? conversion?.in,
    };
    if (trade.out === undefined || trade.in === undefined || trade.out.code === trade.in.code)
      return this.#sink.invalid(half.row, 'The notes do not say what the coin was converted to');
    const main = out ?? half;
    const { money } = main;
    const before = money.subtotal || money.price * main.coin.quantity;
    const [worth, least] = [Math.max(before, money.total), Math.min(before, money.total)];
    // The fee is what the value lost on the way.
    coinTrade(this.#sink, {
      row: main.row,
      when: main.when,
      id: main.id,
      out: trade.out,
      in: trade.in,
      ...(worth > 0 ? { value: { out: worth, in: least || worth - money.fee, currency: money.currency } } : {}),
      costs: money.fee > 0 ? [{ code: money.currency, quantity: money.fee }] : [],
    });
    const joined = main === half ? other : half;
    if (joined !== undefined) this.#sink.join(joined.row, main.row);
  }
}

function withPoint(figure: string): string {
  return figure.replaceAll('.', '').replace(',', '.');
}

/** Whether the second row tells the other coin of the same conversion. */
function isOther(half: Half, other: Half, conversion: Conversion | null): boolean {
  if (other.coin.code === half.coin.code) return false;
  if (conversion === null) return other.stated < 0 !== half.stated < 0;
  const wanted = half.coin.code === conversion.out.code ? conversion.in : conversion.out;
  return other.coin.code === wanted.code && Math.abs(other.coin.quantity / wanted.quantity - 1) < 0.01;
}
