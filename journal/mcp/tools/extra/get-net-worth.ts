import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { views } from '../../views.ts';

/** Enough days to show the course; the app draws all of them. */
const MOST_EVENINGS = 13;

export const getNetWorth = endpointTool({
  endpoint: 'worth.netWorth',
  name: 'get_net_worth',
  title: 'Net worth',
  toolsets: [],
  view: views.worth,
  description: {
    minimal: 'What accounts are worth now and why it changed: deposits, results, dividends, fees, currency.',
    rich: 'What accounts are worth (cash and positions) over a period, with the bridge from start to end: deposits, withdrawals, transfers, realised, change of unrealised, dividends, interest, fees, withholding, fx. rows lists what stands behind one line, such as deposits.',
  },
  describe: { account_ids: 'a,b', period: 'ytd, 2025, all', from: '', to: '', rows: '' },
  output: () => z.looseObject({ bridge: z.looseObject({}).nullable() }),
  hints: READS,
  conciseDrops: ['time_zone'],
  handler: async (input, { ask }) => {
    const { series, ...answer } = await ask(input);
    const step = Math.max(1, Math.ceil((series.length - 1) / (MOST_EVENINGS - 1)));
    // From the last one back, so that it is among them.
    const some = series.filter((_, at) => (series.length - 1 - at) % step === 0);
    return {
      ...answer,
      series: some.map(({ date, value, gaps }) => (gaps.length === 0 ? { date, value } : { date, value, gaps })),
    };
  },
});
