import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { plain } from '../../amount/format.ts';
import { monthText } from '../../amount/time.ts';
import { useFilter } from '../../filter/filter.ts';
import { Facts } from '../../parts/facts.tsx';
import { Card } from '../../parts/card.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import type { Answer } from '../../service/client.ts';
import { CostBars } from './cost-bars.tsx';
import { CostOfFree } from './cost-of-free.tsx';

type Fees = Answer<'costs', 'fees'>;

export function Costs(): ReactNode {
  const [filter] = useFilter();
  const fees = useEndpoint('costs', 'fees', { query: { ...filter, with_months: true } });
  return (
    <>
      <Card name="Costs">
        <Loaded query={fees} height={160}>
          {(found: Fees) => <CostFacts found={found} />}
        </Loaded>
      </Card>
      <CostOfFree />
    </>
  );
}

function CostFacts({ found }: { readonly found: Fees }): ReactNode {
  return (
    <>
      <Facts
        rows={[
          ['All costs', <Amount key="t" value={found.total_fees} currency={found.currency} />],
          ['Per trade', <Amount key="p" value={found.per_trade} />],
          ['Of the result', found.pnl_pct === null ? '–' : `${plain(found.pnl_pct, 1)} %`],
        ]}
      />
      <CostBars
        name="Fees by month"
        rows={(found.by_month ?? []).map(({ month, amount }) => [monthText(month), amount] as const)}
      />
      <CostBars name="Fees by kind" rows={found.by_type.map(({ type, amount }) => [type, amount] as const)} />
      <CostBars name="Fees by broker" rows={found.by_broker.map(({ broker, amount }) => [broker, amount] as const)} />
    </>
  );
}
