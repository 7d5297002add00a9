import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { countOf, plain } from '../../amount/format.ts';
import { monthText } from '../../amount/time.ts';
import { useFilter } from '../../filter/filter.ts';
import { Facts } from '../../components/facts.tsx';
import { Card } from '../../components/card.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';
import { CostBars } from './cost-bars.tsx';
import { CostOfFree } from './cost-of-free.tsx';
import { LinkedTrades } from './standing.tsx';

type Fees = Answer<'costs', 'fees'>;

export function Costs(): ReactNode {
  const [filter] = useFilter();
  const fees = useEndpoint('costs', 'fees', { query: { ...filter, with_months: true } });
  return (
    <>
      {fees.data !== undefined && <FeeSentence found={fees.data} />}
      <Card name="Costs">
        <WhenLoaded query={fees} height={160}>
          {(found: Fees) => <CostFacts found={found} />}
        </WhenLoaded>
      </Card>
      <CostOfFree />
    </>
  );
}

/** What was paid, next to the result before costs. */
function FeeSentence({
  found: { total_fees, execution_count, pnl_pct, currency },
}: {
  readonly found: Fees;
}): ReactNode {
  if (execution_count === 0) return null;
  return (
    <p className="sentence">
      <LinkedTrades to={{ sort: '-total_commission' }}>Fees</LinkedTrades> took{' '}
      <Amount value={total_fees} currency={currency} /> over {countOf(execution_count, 'execution')}
      {pnl_pct !== null && `, ${plain(pnl_pct, 1)} % of the result before fees`}.
    </p>
  );
}

function CostFacts({ found }: { readonly found: Fees }): ReactNode {
  return (
    <>
      <Facts
        rows={[
          ['Total cost', <Amount key="t" value={found.total_fees} currency={found.currency} />],
          ['Per trade', <Amount key="p" value={found.per_trade} />],
          ['Share of gross result', found.pnl_pct === null ? '–' : `${plain(found.pnl_pct, 1)} %`],
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
