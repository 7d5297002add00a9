// DEGIRO's account: every movement of money, a trade among them. What a trade cost stands in rows of its own, in the
// same minute for the same product, or under the same order.
import type { Cells } from '../../text/csv.ts';
import type { CashKind } from '../../statement/model.ts';
import type { Sink } from '../sink.ts';
import type { StatedRate } from '../stated-rate.ts';
import { sideOf } from '../row-text.ts';
import { cellOf, type Columns, plainWords } from './degiro-columns.ts';

/** English, Dutch, German, French, Spanish, Italian, Portuguese, Polish. Thousands may be parted by a blank. */
const TRADE =
  /^(?:(?<action>[^:]{3,40}):\s*)?(?<verb>buy|sell|koop|verkoop|kauf|verkauf|achat|vente|compra|venta|venda|acquisto|vendita|kupno|zakup|sprzeda[żz])\s+(?<quantity>[\d.,]+)(?<thousands>(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?)?(?![\w.,])(?:.*?)(?:@|\bzu je\b|(?<=\s)à(?=\s))\s*(?<price>\d[\d.,]*(?:[ \u00a0\u202f]\d{3}(?:[.,]\d+)?)*)\s*(?<currency>[A-Z]{3})\b/iu;

// What follows is compared with words without accents (plainWords): exports write them with and without.

/** Shares for others: a split, another ISIN, another name for the product. */
const EXCHANGED =
  /split|splitsing|fractionnement|frazionamento|desdobramento|isin|product ?(?:change|wijziging)|produkt(?:wechsel|anderung)|changement de produit|cambio (?:de |di )?(?:producto|prodotto)|alteracao (?:de|do) produto|zmiana produktu/;
const TRADE_COST =
  /transactiekosten|transaction (?:and\/or|costs?|fees?)|transaktions(?:gebuhr|kosten)|frais (?:degiro )?de (?:transaction|courtage)|costes? de transacci|comision(?:es)? (?:de|por) (?:transacci|compraventa)|(?:costi|commissioni) di transazione|(?:comissoes|comissao|custos?) de transacao|oplata transakcyjna/;
const INSIDE =
  /cash sweep|cash account (?:at|with)|geldrekening bij flatex|geldkonto bei|compte especes|cuenta de efectivo|conto (?:liquidita|cash|di cassa)|conta caixa|money market|geldmarktfonds|fonds monetaire|fondos? (?:del mercado )?monetario|fondi monetari|fundo do mercado|funduszu gotowkowego/;
/** What a fund that holds the account's cash lost or gained. */
const REVALUED =
  /price change|koersverandering|preisanderung|variation de prix|cambio de precio|variazione (?:di )?prezzo|alteracao do preco|zmiana ceny/;

/** Each with the words of the eight languages; the first that fits counts, so the narrower stand first. */
const KINDS: readonly (readonly [CashKind, RegExp])[] = [
  [
    'other',
    /\bvaluta\b.*(?:credit|debit)|\bfx\b|wahrungswechsel|operation de change|cambio (?:de |di )?(?:divisa|valuta)|(?:credito|debito|levantamento) d[ei] (?:divisa|valuta)|wymiana walut/,
  ],
  [
    'tax',
    /dividend(?:belasting|ensteuer)|dividend tax|impots? sur (?:le )?dividende|retencion.*dividendo|ritenuta|tassa|transactiebelasting|transaction tax|stamp duty|finanztransaktion|taxe|impuesto|imposta|imposto|podatek|\bftt\b/,
  ],
  [
    'dividend',
    /dividend|dywidend|fund distribution|fondsuitkering|fondsausschuttung|distribution du fonds|capital return|kapitaalsuitkering|remboursement de capital/,
  ],
  ['interest', /interest|\brente\b|zins|\binteret|interes(?:es)?\b|interessi|\bjuros\b|odsetki/],
  [
    'fee',
    /kosten|costs?\b|fees?\b|gebuhr|frais|costes?\b|custos?\b|comis|costi\b|commission|einrichtung|connection|connexion|conexi|\boplat/,
  ],
  ['withdrawal', /withdrawal|terugstorting|opname|auszahlung|retrait|retirada|retiro|prelievo|levantamento|wyplata/],
  [
    'deposit',
    /deposit|storting|ideal|sofort|einzahlung|versement|\bdepot\b|ingreso|versamento|bonifico|depozyt|wplata/,
  ],
];

interface TradeRow {
  readonly row: number;
  readonly when: string;
  readonly isin: string;
  readonly product: string;
  readonly order: string;
  readonly amount: string;
  readonly paidIn: string;
  readonly groups: Readonly<Record<string, string>>;
}

interface Cost {
  readonly row: number;
  readonly when: string;
  readonly isin: string;
  readonly order: string;
  readonly amount: string;
  readonly currency: string;
  readonly description: string;
}

/** One side of what was changed for a trade; the rate stands on one of the two. */
interface Change {
  readonly when: string;
  readonly isin: string;
  readonly order: string;
  readonly amount: string;
  readonly currency: string;
  readonly rate: string;
}

export class DegiroAccount {
  readonly #sink: Sink;
  /** The day that is being read: a trade and its costs are never further apart. */
  #day = '';
  #trades: TradeRow[] = [];
  #costs: Cost[] = [];
  #changes: Change[] = [];

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  row(cells: Cells, { place }: Columns, row: number): void {
    const date = cellOf(cells, place.date);
    if (date !== this.#day) {
      this.end();
    }
    this.#day = date;
    const description = cellOf(cells, place.description);
    const [currency, amount] = [cellOf(cells, place.fx + 1), cellOf(cells, place.fx + 2)];
    const shared = {
      row,
      when: `${date} ${cellOf(cells, place.time)}`,
      isin: cellOf(cells, place.isin),
      order: cellOf(cells, place.order),
    };
    const words = plainWords(description);
    const groups = TRADE.exec(description)?.groups;
    if (groups !== undefined && !INSIDE.test(plainWords(groups['action'] ?? ''))) {
      this.#trades.push({ ...shared, product: cellOf(cells, place.product), groups, amount, paidIn: currency });
      return this.#sink.hold(row);
    }
    if (INSIDE.test(words) && !REVALUED.test(words))
      return this.#sink.skip(row, 'inside', 'Moved between the accounts of the broker');
    if (amount === '') return this.#sink.skip(row, 'no_money', 'The row moves no money');
    if (TRADE_COST.test(words)) {
      this.#costs.push({ ...shared, amount, currency, description });
      return this.#sink.hold(row);
    }
    const kind = kindOf(words);
    if (kind === 'other') this.#changes.push({ ...shared, amount, currency, rate: cellOf(cells, place.fx) });
    this.#cash(shared, amount, currency, description, kind);
  }

  /** Books the trades of a day with what they cost. */
  end(): void {
    const open = new Set(this.#costs);
    for (const trade of this.#trades) {
      const costs = [...open].filter((cost) => belongs(cost, trade));
      for (const cost of costs) open.delete(cost);
      this.#book(trade, costs);
      for (const cost of costs) this.#sink.join(cost.row, trade.row);
    }
    for (const cost of open) {
      this.#cash(cost, cost.amount, cost.currency, cost.description, 'fee');
    }
    this.#trades = [];
    this.#costs = [];
    this.#changes = [];
  }

  /** What the money for a trade was changed at, where that was done for it alone. */
  #rate(trade: TradeRow): StatedRate | undefined {
    const changes = this.#changes.filter((change) => belongs(change, trade));
    const own = changes.find(({ currency }) => currency === trade.paidIn);
    const other = changes.find(({ currency }) => currency !== trade.paidIn);
    const rate = own?.rate || other?.rate || '';
    if (own === undefined || other === undefined || rate === '') return undefined;
    // On either row, and either way round: the amounts say which.
    const [paid, given] = [own, other].map(({ amount }) => Math.abs(this.#sink.value(amount))) as [number, number];
    const stated = this.#sink.value(rate);
    const inverse = !(Math.abs(stated - given / paid) < Math.abs(stated - paid / given));
    return { currency: other.currency, rate, inverse };
  }

  /** "Achat 1 000 …": whether the digits behind the blank are thousands, or the product's name begins with them. */
  #quantity({ groups, amount }: TradeRow): string {
    const { quantity = '', thousands, price = '' } = groups;
    if (thousands === undefined) return quantity;
    const grouped = quantity + thousands.replaceAll(/\s/g, '');
    const awayFrom = (one: string) =>
      Math.abs(
        this.#sink.value(one) * this.#sink.value(price.replaceAll(/\s/g, '')) - Math.abs(this.#sink.value(amount)),
      );
    return awayFrom(grouped) < awayFrom(quantity) ? grouped : quantity;
  }

  #book(trade: TradeRow, costs: readonly Cost[]): void {
    const { row, when, isin, product, order, groups, amount, paidIn } = trade;
    const { action = '', verb = '', currency = '' } = groups;
    const price = (groups['price'] ?? '').replaceAll(/\s/g, '');
    const quantity = this.#quantity(trade);
    const side = sideOf(verb);
    const symbol = isin || product;
    if (EXCHANGED.test(plainWords(action))) {
      this.#sink.leg({ row, when, symbol, isin, quantity, leaves: side === 'SLD' });
      return;
    }
    const fx = this.#rate(trade);
    this.#sink.execution({
      row,
      side,
      symbol,
      isin,
      name: product,
      quantity,
      price,
      currency,
      free: true,
      ...(fx === undefined ? {} : { fx }),
      negatedCosts: costs.map(({ amount }) => amount),
      costCurrencies: costs.map((cost) => cost.currency),
      amounts: [amount],
      amountCurrency: paidIn,
      when,
      orderId: order,
    });
  }

  #cash(
    { row, when, isin }: Pick<Cost, 'row' | 'when' | 'isin'>,
    amount: string,
    currency: string,
    description: string,
    kind: CashKind,
  ): void {
    this.#sink.cash({ row, when, amount, currency, kind, symbol: isin, isin, memo: description });
  }
}

function belongs(row: Pick<Cost, 'order' | 'when' | 'isin'>, trade: TradeRow): boolean {
  if (row.order !== '' && trade.order !== '') return row.order === trade.order;
  return row.when === trade.when && row.isin === trade.isin && row.isin !== '';
}

function kindOf(words: string): CashKind {
  return KINDS.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other';
}
