// Everything the person can do in the shell through an endpoint.
import type { CommandSpec } from './command-spec.ts';
import { accounts, trades } from './records.ts';
import { control } from './control.ts';
import { events } from './events.ts';
import { fx } from './fx.ts';
import { imports } from './imports.ts';
import { instruments } from './instruments.ts';
import { outside } from './outside.ts';
import { review } from './review.ts';
import { running } from './running.ts';
import { tax } from './tax.ts';
import { taxForms } from './tax-forms.ts';
import { week } from './week.ts';
import { worth } from './worth.ts';
import { plans, watchlists } from './writing.ts';

export const commandSpecs: readonly CommandSpec[] = [
  ...accounts,
  ...imports,
  ...instruments,
  ...trades,
  ...events,
  ...fx,
  ...plans,
  ...watchlists,
  ...outside,
  ...tax,
  ...taxForms,
  ...worth,
  ...review,
  ...week,
  ...running,
  ...control,
];

/** What the nouns are about, and their landed plurals. */
export const nouns: Readonly<Record<string, { readonly about: string; readonly alias?: string }>> = {
  account: { about: 'the accounts of the book', alias: 'accounts' },
  balance: { about: 'what accounts are worth', alias: 'balances' },
  cash: { about: 'movements of money' },
  imports: { about: 'the log of imports' },
  instrument: { about: 'who an instrument is: its names in time', alias: 'instruments' },
  trade: { about: 'executions', alias: 'trades' },
  event: { about: 'what changes positions without a trade', alias: 'events' },
  fx: { about: 'rates between currencies' },
  price: { about: 'what things were worth on a day', alias: 'prices' },
  plan: { about: 'plans of trades', alias: 'plans' },
  diary: { about: 'the diary' },
  risk: { about: 'limits that accounts are held to, and how much is left' },
  playbook: { about: 'setups and their rules', alias: 'playbooks' },
  week: { about: 'the week on one page' },
  bars: { about: 'prices around trades that stay in the book' },
  watchlist: { about: 'tickers to keep an eye on', alias: 'watchlists' },
  mail: { about: 'the mail server of reports' },
  broker: { about: 'brokers to fetch fills from', alias: 'brokers' },
  provider: { about: 'market-data providers', alias: 'providers' },
  tax: { about: 'US tax' },
  settings: { about: 'settings of the journal' },
  keys: { about: 'API keys: one for each assistant', alias: 'key' },
  policy: { about: 'scheduled pipelines', alias: 'policies' },
};
