// What was paid for holding: dividends, interest and lending, and what is known to come.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { weekday } from '../../amount/time.ts';
import { useStretch } from '../../filter/stretch.ts';
import { Card } from '../../components/card.tsx';
import { Convention } from '../../components/convention.tsx';
import { Figures } from '../../components/facts.tsx';
import { NoneInPeriod } from '../../components/none-in-period.tsx';
import { OnlyStretch } from '../../components/only-stretch.tsx';
import { Page } from '../../components/page.tsx';
import { MissingRates } from '../../components/rates.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { Ahead } from './forecast.tsx';
import { ByAccount, ByInstrument } from './by.tsx';
import type { Income } from './income.ts';
import { Months } from './months.tsx';

export function IncomePage(): ReactNode {
  const { stretch, isMoreChosen } = useStretch();
  const income = useEndpoint('worth', 'income', { query: { ...stretch, by: 'month' } });
  return (
    <Page title="Income">
      {isMoreChosen && <OnlyStretch />}
      <WhenLoaded query={income} height={300}>
        {(found) => (
          <>
            <MissingRates problems={found.problems} />
            {found.items.length === 0 ? (
              <NoneInPeriod action={<Link href="/imports">Import a statement</Link>}>
                No dividends, interest or lending income in this period. They come with statements, or can be recorded
                on the Accounts page.
              </NoneInPeriod>
            ) : (
              <IncomeTable income={found} />
            )}
            <Card name="Upcoming" headed>
              <Ahead income={found} />
            </Card>
            {found.items.length > 0 && <Convention>{found.convention}</Convention>}
          </>
        )}
      </WhenLoaded>
    </Page>
  );
}

function IncomeTable({ income }: { readonly income: Income }): ReactNode {
  const { totals, currency, from, to } = income;
  return (
    <>
      <p className="quiet">{`${weekday(from)} to ${weekday(to)}`}</p>
      <Figures
        inLine="led"
        rows={[
          ['Net', <Amount key="n" value={totals.net} currency={currency} />],
          ['Gross', <Amount key="g" value={totals.gross} currency={currency} />],
          ['Withheld', <Amount key="w" value={totals.withheld} currency={currency} />],
          ['Dividends', <Amount key="d" value={totals.dividends} currency={currency} />],
          ['Interest', <Amount key="i" value={totals.interest} currency={currency} />],
          ['Lending', <Amount key="l" value={totals.lending} currency={currency} />],
        ]}
      />
      <Card name="By month" headed>
        <Months income={income} />
      </Card>
      <Card name="By instrument" headed>
        <ByInstrument />
      </Card>
      <Card name="By account" headed>
        <ByAccount />
      </Card>
    </>
  );
}
