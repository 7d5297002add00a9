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
  cash: { about: 'cash movements' },
  imports: { about: 'the log of imports' },
  instrument: { about: 'instruments and their names over time', alias: 'instruments' },
  trade: { about: 'executions', alias: 'trades' },
  event: {
    about: 'corporate actions, transfers and option endings: position changes without a trade',
    alias: 'events',
  },
  fx: { about: 'exchange rates' },
  price: { about: 'prices of instruments', alias: 'prices' },
  plan: { about: 'trade plans', alias: 'plans' },
  diary: { about: 'the diary' },
  risk: { about: 'risk limits of accounts, and the headroom left' },
  playbook: { about: 'setups and their rules', alias: 'playbooks' },
  week: { about: 'the week on one page' },
  bars: { about: 'stored price bars around trades' },
  watchlist: { about: 'lists of tickers to watch', alias: 'watchlists' },
  mail: { about: 'the mail server of reports' },
  broker: { about: 'brokers to fetch fills from', alias: 'brokers' },
  provider: { about: 'market-data providers', alias: 'providers' },
  tax: { about: 'US tax' },
  settings: { about: 'settings of the journal' },
  keys: { about: 'API keys: one for each assistant', alias: 'key' },
  policy: { about: 'scheduled pipelines', alias: 'policies' },
};
