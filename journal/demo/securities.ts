// What is traded in demo books. Names and codes are those of real securities, so that a demo reads like a book; every
// price of theirs is invented.

export interface DemoSecurity {
  readonly ticker: string;
  readonly name: string;
  readonly exchange: string;
  readonly currency: 'USD' | 'EUR';
  readonly sector: string;
  /** What the price wanders around. */
  readonly price: number;
  /** The usual size of a day's move, as a fraction. */
  readonly volatility: number;
  /** Paid every quarter, in the currency of the price; 0 for none. */
  readonly dividend: number;
  readonly isin: string;
  /** The nine digits of its US number; null where it has none. */
  readonly cusip: string | null;
  readonly cik: string | null;
}

const us = (
  ticker: string,
  name: string,
  sector: string,
  price: number,
  volatility: number,
  dividend: number,
  isin: string,
  cik: string | null,
  exchange = 'NASDAQ',
): DemoSecurity => ({
  ticker,
  name,
  exchange,
  currency: 'USD',
  sector,
  price,
  volatility,
  dividend,
  isin,
  // Between the country and the check digit of a US ISIN stands the CUSIP.
  cusip: isin.slice(2, 11),
  cik,
});

const eur = (ticker: string, name: string, sector: string, price: number, isin: string): DemoSecurity => ({
  ticker,
  name,
  exchange: 'XETRA',
  currency: 'EUR',
  sector,
  price,
  volatility: 0.017,
  dividend: 0,
  isin,
  cusip: null,
  cik: null,
});

export const demoSecurities: readonly DemoSecurity[] = [
  us('AAPL', 'Apple Inc.', 'Technology', 195, 0.016, 0.25, 'US0378331005', '0000320193'),
  us('MSFT', 'Microsoft Corporation', 'Technology', 415, 0.015, 0.83, 'US5949181045', '0000789019'),
  us('NVDA', 'NVIDIA Corporation', 'Technology', 125, 0.029, 0.01, 'US67066G1040', '0001045810'),
  us('AMD', 'Advanced Micro Devices, Inc.', 'Technology', 150, 0.027, 0, 'US0079031078', '0000002488'),
  us('TSLA', 'Tesla, Inc.', 'Consumer Cyclical', 245, 0.032, 0, 'US88160R1014', '0001318605'),
  us('JPM', 'JPMorgan Chase & Co.', 'Financial Services', 205, 0.013, 1.25, 'US46625H1005', '0000019617', 'NYSE'),
  us('XOM', 'Exxon Mobil Corporation', 'Energy', 113, 0.014, 0.99, 'US30231G1022', '0000034088', 'NYSE'),
  us('KO', 'The Coca-Cola Company', 'Consumer Defensive', 64, 0.009, 0.51, 'US1912161007', '0000021344', 'NYSE'),
  us('PFE', 'Pfizer Inc.', 'Healthcare', 28, 0.014, 0.43, 'US7170811035', '0000078003', 'NYSE'),
  us('SPY', 'SPDR S&P 500 ETF Trust', 'Fund', 530, 0.009, 1.75, 'US78462F1030', '0000884394', 'NYSE Arca'),
  us('QQQ', 'Invesco QQQ Trust', 'Fund', 460, 0.012, 0.7, 'US46090E1038', '0001067839'),
  us('IWM', 'iShares Russell 2000 ETF', 'Fund', 207, 0.013, 0.6, 'US4642876555', '0001100663', 'NYSE Arca'),
  eur('SAP', 'SAP SE', 'Technology', 185, 'DE0007164600'),
  eur('SIE', 'Siemens AG', 'Industrials', 175, 'DE0007236101'),
];

const byTicker: ReadonlyMap<string, DemoSecurity> = new Map(demoSecurities.map((one) => [one.ticker, one]));

export const findSecurity = (ticker: string): DemoSecurity | undefined => byTicker.get(ticker.toUpperCase());

/** The security a code names. */
export function securityByCode(type: string, value: string): DemoSecurity | undefined {
  if (type === 'isin') return demoSecurities.find(({ isin }) => isin === value);
  return type === 'cusip' ? demoSecurities.find(({ cusip }) => cusip === value) : undefined;
}
