import { z } from 'zod';
import { describeParameter } from '../../parameters.ts';
import { journalTool, READS } from '../../tool.ts';

export const getRiskStatus = journalTool({
  name: 'get_risk_status',
  title: 'Risk limits and what is left',
  toolsets: [],
  description: {
    minimal: 'How much is left until each loss limit: money, R, contracts; what broke one.',
    rich: 'The risk accounts (own limits, prop-firm rules) with headroom in money, R and contracts, day loss, drawdown, target, and every broken limit with its trade. basis says whether open losses are seen bar by bar. Limits are set in the app. Never advice.',
  },
  input: () => z.object({ id: describeParameter(z.int().min(1), 'id', 'risk account; all when left out').optional() }),
  output: () => z.looseObject({ items: z.array(z.looseObject({ headroom: z.number().nullable() })) }),
  hints: READS,
  conciseDrops: ['convention', 'days'],
  handler: async ({ id }, { api, options }) => {
    const { items } = await api.riskAccounts.list(options);
    const wanted = id === undefined ? items.map((one) => one.id) : [id];
    const all = await Promise.all(wanted.map((one) => api.riskAccounts.status({ params: { id: one } }, options)));
    return { items: all.map(({ days: _days, ...status }) => status) };
  },
});
