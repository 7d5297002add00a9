import type { Presentation, Toolset } from '@zorivest/kernel';

export const toolsets: readonly Toolset[] = [
  {
    name: 'core',
    description: 'Settings, log levels, emergency stop and unlock, diagnostics, the app, the service.',
    gist: 'settings, emergency stop, health',
    always: true,
  },
  {
    name: 'discovery',
    description: 'Find toolsets and tools, switch toolsets on, confirm destructive calls.',
    gist: 'find tools, confirm',
    always: true,
  },
  {
    name: 'trade-analytics',
    description:
      'Record and list trades, screenshots, reviews; round trips, fees, expectancy, drawdown, SQN, routing cost.',
    gist: 'trades, P&L, reviews',
    byDefault: true,
  },
  {
    name: 'trade-planning',
    description: 'Size a position by risk, plan a trade before it happens, record it when it did.',
    gist: 'position size, plans',
    byDefault: true,
  },
  {
    name: 'market-data',
    description: 'Quotes, news, ticker search, SEC filings, and the providers they come from.',
    gist: 'quotes, news, filings',
  },
  {
    name: 'accounts',
    description: 'Brokers and bank accounts: sync, statement imports, identifiers, what is out of date.',
    gist: 'brokers, imports',
  },
  {
    name: 'scheduling',
    description: 'Pipelines that run by themselves: policies, runs, previews, schedules.',
    gist: 'pipelines, reports',
  },
  {
    name: 'tax',
    description: 'US tax: lots, wash sales, estimates, quarterly payments, loss harvesting. Estimates, not advice.',
    gist: 'lots, wash sales, estimates',
  },
  {
    name: 'behavioral',
    description: 'Mistakes and what they cost, and links between trades and the diary.',
    gist: 'mistakes, diary',
  },
];

export const presentation: Presentation = {
  about: "Zorivest: the trader's own encrypted journal. It records trades and never places orders.",
  advice: [
    'For several figures at once call {query_trade_analytics} instead of one tool per figure.',
    'Ids come from the lists: exec_id from {list_trades}, account_id from {list_accounts}, broker_id and policy_id from their list tools; never invent one.',
    'When a call is refused or the service seems down call {zorivest_diagnose}; it always answers.',
    'A tool that answers confirmation_required has done nothing yet: ask the person, then use {get_confirmation_token}.',
    'Amounts are in account currency, rates are fractions, times UTC. Tax figures are estimates, not advice.',
  ],
  extras: ['query_trade_analytics', 'call_read', 'call_write', 'call_destructive', 'tool_search'],
  spare: [
    'manage_settings',
    'list_accounts',
    'list_positions',
    'list_imports',
    'list_suspects',
    'manage_accounts',
    'manage_imports',
  ],
  connects: 'zorivest connect <client>',
  separate: [
    'zorivest_emergency_stop',
    'zorivest_emergency_unlock',
    'zorivest_diagnose',
    'get_confirmation_token',
    'enable_toolset',
  ],
  keptReadOnly: ['zorivest_emergency_stop', 'zorivest_emergency_unlock', 'enable_toolset', 'zorivest_launch_gui'],
  readOnlyRoles: ['read-only'],
  conciseDrops: [
    'created_at',
    'updated_at',
    'computed_at',
    'resolved_at',
    'content_hash',
    'approved_hash',
    'dedup_hash',
    'import_batch_id',
    'request_id',
    'data_source',
  ],
  conciseDropsEmpty: [
    'problems',
    'left_out',
    'look_alike_fills',
    'warnings',
    'errors',
    'tags',
    'legs',
    'permanently_lost',
    'is_long_term',
  ],
};
