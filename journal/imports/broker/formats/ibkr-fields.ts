// The fields of IBKR's exports, by every name they have in one or another.

/** Gives a field by its IBKR name (compact: `ibcommission`, `datetime`), or '' when it is absent. */
export interface Fields {
  field(names: readonly string[]): string;
}

/** What each field is called in one export or another: the first that has something in it tells. */
export const FIELDS = {
  level: ['levelofdetail'],
  transactionType: ['transactiontype'],
  original: ['origtradeid'],
  description: ['description'],
  cashTime: ['datetime', 'settledate', 'reportdate', 'date'],
  amount: ['amount', 'netamount'],
  currency: ['currencyprimary', 'currency'],
  cashType: ['type', 'transactiontype'],
  type: ['type'],
  symbol: ['symbol'],
  memo: ['description', 'type'],
  account: ['clientaccountid', 'accountid', 'account'],
  transactionId: ['transactionid'],
  actionWords: ['actiondescription', 'description'],
  actionTime: ['datetime', 'reportdate', 'date'],
  actionId: ['actionid', 'transactionid'],
  quantity: ['quantity'],
  actionAmount: ['proceeds', 'amount'],
  proceeds: ['proceeds'],
  transferQuantity: ['quantity', 'qty'],
  direction: ['direction'],
  transferTime: ['datetime', 'date', 'reportdate'],
  side: ['buysell', 'side', 'transactiontype'],
  assetClass: ['assetclass', 'assetcategory'],
  commissionCurrency: ['ibcommissioncurrency', 'commissioncurrency'],
  anySymbol: ['symbol', 'isin', 'description'],
  isin: ['isin'],
  price: ['tradeprice', 'price', 'tprice'],
  tradeMoney: ['proceeds', 'trademoney'],
  realized: ['fifopnlrealized', 'realizedpl', 'realizedpnl'],
  rate: ['fxratetobase'],
  accrued: ['accruedint', 'accruedinterest'],
  costs: ['ibcommission', 'commission', 'commfee', 'comminusd'],
  codes: ['notescodes', 'notes', 'code'],
  priceCurrency: ['currencyprimary', 'currency', 'pricecurrency'],
  tradeId: ['tradeid'],
  execId: ['ibexecid', 'execid'],
  orderId: ['iborderid', 'orderid', 'brokerageorderid'],
  multiplier: ['multiplier'],
  underlying: ['underlyingsymbol'],
  expiry: ['expiry'],
  right: ['putcall'],
  strike: ['strike'],
  accountId: ['clientaccountid', 'accountid'],
  taxes: ['taxes'],
  buySell: ['buysell', 'side'],
  tradeTime: ['datetime', 'tradedatetime'],
  tradeDate: ['tradedate', 'date', 'datum'],
  clock: ['tradetime'],
  money: ['trademoney'],
  netCash: ['netcash'],
  cost: ['cost'],
  commission: ['ibcommission', 'commission'],
} as const;

/** An id that says something: 0 and a dash do not. */
export function meaningfulId(id: string): string {
  const first = id.charCodeAt(0);
  // Nearly every id is a number.
  if (first >= 0x31 && first <= 0x39) return id;
  return /^(?:0|-+|n\/a)?$/i.test(id) ? '' : id;
}

/** A figure that is missing, none at all, or zero. */
export function isNothing(number: string | null): boolean {
  return number === null || number === '' || Number(number) === 0;
}
