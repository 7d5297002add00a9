import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { views } from '../../views.ts';
import { taxYear } from '../../link.ts';

export const getYtdTaxSummary = endpointTool({
  endpoint: 'tax.ytdSummary',
  name: 'get_ytd_tax_summary',
  title: 'Tax summary of the year so far',
  toolsets: ['tax'],
  view: views['tax-year'],
  description: {
    minimal: 'The tax year so far: realised gains by term, wash sales, estimates, payments.',
    rich: 'The tax year so far on one page: realised short- and long-term results, wash-sale adjustments, number of trades, estimated federal and state tax, the state of the four quarterly payments, and results by symbol. Begin here with tax. The calculation behind it: {tool:estimate_tax}; single lots: {tool:get_tax_lots}.',
  },
  describe: { limit: 'Symbols listed.' },
  narrow: ({ limit }) => ({ limit: limit.unwrap().default(10) }),
  omitFromAnswer: { data: 'the same figures a second time' },
  hints: READS,
  shownAt: taxYear,
  // Sums of the quarters before.
  conciseDrops: ['cumulative_required', 'cumulative_paid', 'cumulative_due', 'section_988_treatment'],
  promises: [
    'tax_year',
    'realized_st_gain',
    'realized_lt_gain',
    'total_realized',
    'wash_sale_adjustments',
    'disclaimer',
  ],
});
