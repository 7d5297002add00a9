// The tax of the year, bracket by bracket, from the profile and the results so far.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { percent } from '../../amount/format.ts';
import { Facts } from '../../components/facts.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';

type TaxEstimate = Answer<'tax', 'estimate'>;

export function Estimate({ year }: { readonly year: number }): ReactNode {
  const estimate = useQuery<TaxEstimate, Problem>({
    queryKey: ['tax', 'estimate', year],
    queryFn: () => api.tax.estimate({ body: { tax_year: year } }),
  });
  return (
    <WhenLoaded query={estimate} height={200}>
      {(found) => (
        <>
          <Figures found={found} />
          {found.federal_estimate === null ? (
            <Empty>A tax profile is needed for your brackets.</Empty>
          ) : (
            <Table
              label="Brackets"
              rows={found.federal_estimate.bracket_breakdown.map((row, at) => ({ ...row, at }))}
              keyOf={({ at }) => at}
              columns={[
                { name: 'On', cell: ({ kind }) => kind.replaceAll('_', ' '), text: true },
                { name: 'Rate', cell: ({ rate }) => percent(rate) },
                { name: 'Of', cell: ({ amount }) => <Amount value={amount} /> },
                { name: 'Tax', cell: ({ tax }) => <Amount value={tax} /> },
              ]}
            />
          )}
          {found.needs.length > 0 && (
            <ul aria-label="Your inputs">
              {found.needs.map(({ field, question }) => (
                <li key={`${field} ${question}`}>{question}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </WhenLoaded>
  );
}

function Figures({ found }: { readonly found: TaxEstimate }): ReactNode {
  const { realized_gains, federal_estimate: federal, investment_income: income, carryforward } = found;
  return (
    <Facts
      convention={found.convention}
      rows={[
        ['Results, short term', <Amount key="s" value={realized_gains.st} result />],
        ['Results, long term', <Amount key="l" value={realized_gains.lt} result />],
        ['Qualified dividends', <Amount key="q" value={income.qualified_dividends} />],
        ['Other dividends', <Amount key="o" value={income.other_dividends} />],
        ['Interest', <Amount key="i" value={income.interest} />],
        ['Rewards', <Amount key="r" value={income.rewards} />],
        ['Currencies (section 988)', <Amount key="c" value={income.section_988} />],
        ['Income tax', <Amount key="t" value={federal?.income_tax} />],
        ['Alternative minimum tax', <Amount key="a" value={federal?.amt} />],
        ['Net investment income tax', <Amount key="n" value={federal?.niit} />],
        ['Additional Medicare tax', <Amount key="m" value={federal?.additional_medicare} />],
        ['State', <Amount key="st" value={found.state_estimate} />],
        ['Total', <Amount key="all" value={found.total_estimated_tax} />],
        ['Share of income', percent(found.effective_rate)],
        ['Short-term losses carried forward', <Amount key="cs" value={carryforward?.short} />],
        ['Long-term losses carried forward', <Amount key="cl" value={carryforward?.long} />],
      ]}
    />
  );
}
