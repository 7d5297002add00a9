// Texts that a pipeline can begin with: each is whole, and names what is to be changed in it.

interface Beginning {
  readonly id: string;
  readonly title: string;
  readonly policy: Readonly<Record<string, unknown>>;
}

interface Template {
  readonly name: string;
  readonly description: string;
}

const evening = { cron_expression: '30 16 * * 1-5', timezone: 'America/New_York' };
const morning = { cron_expression: '0 8 * * 1-5', timezone: 'America/New_York' };
const friday = { cron_expression: '0 17 * * 5', timezone: 'America/New_York' };

const rowsOf = (id: string, sql: string) => ({
  id,
  type: 'query',
  params: { queries: [{ name: 'rows', sql }] },
});

const page = (template: string, ref: string) => ({ id: 'page', type: 'render', params: { template, data: { ref } } });

const file = { id: 'file', type: 'send', params: { channel: 'local_file', html_body: { ref: 'ctx.page.html' } } };

const FILLS = 'select time, instrument, action, quantity, price from trades where time >=';

export const beginnings: readonly Beginning[] = [
  {
    id: 'week',
    title: 'Fills of the week, as a file in the reports folder',
    policy: {
      schema_version: 2,
      name: 'Fills of the week',
      trigger: friday,
      steps: [
        rowsOf('fills', `${FILLS} date('now', '-7 days') order by time`),
        page('daily-trades', 'ctx.fills.results.rows'),
        file,
      ],
    },
  },
  {
    id: 'mail',
    title: 'Fills of the day, by mail',
    policy: {
      schema_version: 2,
      name: 'Evening mail',
      trigger: evening,
      steps: [
        rowsOf('fills', `${FILLS} date('now') order by time`),
        page('daily-trades', 'ctx.fills.results.rows'),
        {
          id: 'mail',
          type: 'send',
          params: { channel: 'email', recipients: ['you@example.com'], html_body: { ref: 'ctx.page.html' } },
        },
      ],
    },
  },
  {
    id: 'quotes',
    title: 'Prices of some tickers every morning',
    policy: {
      schema_version: 2,
      name: 'Morning prices',
      trigger: morning,
      steps: [
        { id: 'quotes', type: 'fetch', params: { data_type: 'quote', criteria: { tickers: ['SPY', 'QQQ'] } } },
        page('watchlist-quotes', 'ctx.quotes.content'),
        file,
      ],
    },
  },
  {
    id: 'plans',
    title: 'Open plans, every morning',
    policy: {
      schema_version: 2,
      name: 'Open plans',
      trigger: morning,
      steps: [
        rowsOf(
          'plans',
          "select ticker, direction, entry_price, stop_loss, target_price from trade_plans where status in ('draft', 'active')",
        ),
        {
          id: 'page',
          type: 'render',
          params: {
            template:
              '# Open plans\n\n{% for plan in data %}- {{ plan.ticker }} at {{ plan.entry_price }}, stop {{ plan.stop_loss }}, target {{ plan.target_price }}\n{% endfor %}',
            data: { ref: 'ctx.plans.results.rows' },
          },
        },
        file,
      ],
    },
  },
];

/** A report by a template of the book; which rows it is about is written over. */
const byTemplate = ({ name, description }: Template): Beginning => ({
  id: `template ${name}`,
  title: `A report by the template ${name}`,
  policy: {
    schema_version: 2,
    name: `Report ${name}`,
    metadata: { description: description.slice(0, 500) },
    trigger: friday,
    steps: [rowsOf('rows', `${FILLS} date('now', '-7 days')`), page(name, 'ctx.rows.results.rows'), file],
  },
});

export const beginningsWith = (templates: readonly Template[]): readonly Beginning[] => [
  ...beginnings,
  ...templates.map(byTemplate),
];
