/** Templates that are there from the first day, in the words of the steps that feed them. */
export interface BuiltInTemplate {
  readonly name: string;
  readonly description: string;
  readonly subject: string;
  readonly body: string;
  readonly sample: Readonly<Record<string, unknown>>;
}

export const builtInTemplates: readonly BuiltInTemplate[] = [
  {
    name: 'daily-trades',
    description: 'The fills of a day as a table; expects rows with time, instrument, action, quantity, price.',
    subject: 'Trades of {{ generated_at | date: "%Y-%m-%d" }}',
    body: `# Trades of {{ generated_at | date: "%B %e, %Y" }}

{% if data.size == 0 %}No trades.{% else %}
| time | instrument | action | quantity | price |
|---|---|---|--:|--:|
{% for fill in data %}| {{ fill.time }} | {{ fill.instrument }} | {{ fill.action }} | {{ fill.quantity }} | {{ fill.price }} |
{% endfor %}{% endif %}`,
    sample: {
      generated_at: '2026-03-04T21:00:00Z',
      data: [{ time: '2026-03-04T15:00:00Z', instrument: 'AAPL', action: 'BOT', quantity: 10, price: 190.5 }],
    },
  },
  {
    name: 'watchlist-quotes',
    description:
      'Latest prices as a table; expects records with symbol or ticker, price and change, as quotes have them.',
    subject: 'Quotes, {{ generated_at | date: "%H:%M" }}',
    body: `# Quotes

| symbol | price | change % |
|---|--:|--:|
{% for quote in data %}| {{ quote.symbol | default: quote.ticker }} | {{ quote.price }} | {{ quote.change_pct | default: "" }} |
{% endfor %}`,
    sample: { generated_at: '2026-03-04T14:00:00Z', data: [{ symbol: 'AAPL', price: 190.5, change_pct: 1.3 }] },
  },
  {
    name: 'news-digest',
    description: 'Headlines with links; expects records with title, source, url.',
    subject: 'Market news',
    body: `# Market news

{% for item in data %}- [{{ item.title }}]({{ item.url }}) ({{ item.source }})
{% endfor %}`,
    sample: { data: [{ title: 'Stocks rise', url: 'https://example.test/1', source: 'Wire' }] },
  },
];
