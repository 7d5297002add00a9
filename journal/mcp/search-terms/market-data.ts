import { phrases } from './phrases.ts';

export const marketData = phrases({
  list_market_providers: `
    data sources, api keys set up, connected feeds, which provider, data provider, data source, providers, api
    key, subscriptions, feeds, where do quotes come from, services connected, which feeds, market data setup
  `,
  test_market_provider: `
    check api key, is the provider working, connection test, ping provider, verify key, works, test key, check
    provider, connection to, validate key, try key, not working, key valid, is my key ok, provider down, does
    it respond, does it answer, quotes stopped, no data, still works, still valid
  `,
  disconnect_market_provider: `
    remove api key, delete key, revoke provider, unlink, turn off data feed, remove provider, forget key,
    delete api key, stop using, cut off, disconnect, credentials, forget provider, delete credentials, remove
    key
  `,
  get_stock_quote: `
    current price, how much is, trading at, last price, share price, stock price, value of, quote, price, how
    is it doing, where is it, market price, up or down, worth now, live price, trading now, price right now,
    at what price, how much for, going for, stock at, doing today, is it up, is it down, where is it trading,
    trading, up today, down today, how is the stock, share worth
  `,
  get_market_news: `
    any news, news on,
    headlines, why did it move, what happened, articles, press, latest on, stories, news, headline, what is
    happening, reports about, read about, moving, catalyst, media, whats going on, rumors, announcement,
    happening with, earnings news, moved, tanked, jumped
  `,
  search_ticker: `
    symbol lookup, find company, what is the symbol, stock code, look up name, ticker, symbol, find stock,
    company name, which symbol, look up company, company behind, name of, which company, stands for, what
    company
  `,
  get_sec_filings: `
    annual report, quarterly report, 10-K, 10-Q, 8-K, EDGAR, earnings filing, regulatory documents, filings,
    sec documents, 10k, 10q, 8k, insider filing, prospectus, financial report, filed, reported to the SEC,
    management report, official report, disclosure, annual
  `,
});
