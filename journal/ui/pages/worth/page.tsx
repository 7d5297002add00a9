// What the accounts are worth, and why: the value of every evening, the bridge, returns, cash and prices.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { count } from '../../amount/format.ts';
import { weekday } from '../../amount/time.ts';
import { useStretch } from '../../filter/stretch.ts';
import { Card } from '../../components/card.tsx';
import { Figures } from '../../components/facts.tsx';
import { NoneInPeriod } from '../../components/none-in-period.tsx';
import { OnlyStretch } from '../../components/only-stretch.tsx';
import { Page } from '../../components/page.tsx';
import { MissingRates } from '../../components/rates.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useAccountOptions } from '../../components/accounts.ts';
import { useEndpoint } from '../../client/cache.ts';
import { BridgeTable } from './bridge.tsx';
import { CashBalances } from './cash-balances.tsx';
import { Curve } from './curve.tsx';
import { GivePrice, GivePrices, StateCash } from './forms.tsx';
import { Returns } from './returns.tsx';
import type { Worth } from './worth.ts';

export function WorthPage(): ReactNode {
  const { stretch, isMoreChosen } = useStretch();
  const worth = useEndpoint('worth', 'netWorth', { query: stretch });
  return (
    <Page
      title="Net worth"
      aside={
        <div className="page-tools">
          <GivePrice on={worth.data?.to} />
          <GivePrices />
          <StateCash on={worth.data?.to} />
        </div>
      }
    >
      {isMoreChosen && <OnlyStretch />}
      <WhenLoaded query={worth} height={300}>
        {(found) => (isNothing(found) ? <Nothing /> : <WorthReport worth={found} />)}
      </WhenLoaded>
    </Page>
  );
}

const isNothing = ({ series }: Worth): boolean => series.every(({ value, cash }) => value === 0 && cash === 0);

function Nothing(): ReactNode {
  return (
    <NoneInPeriod action={<Link href="/imports">Import a statement</Link>}>
      No positions and no cash balance in this period. Import a statement, or set the cash balance of an account.
    </NoneInPeriod>
  );
}

function WorthReport({ worth }: { readonly worth: Worth }): ReactNode {
  const { currency, convention, from, to, series, oldest_price_days } = worth;
  const [first, last] = [series[0], series.at(-1)];
  const isKnown = typeof first?.value === 'number' && typeof last?.value === 'number';
  return (
    <>
      <MissingRates problems={worth.problems} />
      <Figures
        inLine="led"
        convention={convention}
        rows={[
          ['Value', <Amount key="v" value={last?.value} currency={currency} />, `end of ${weekday(to)}`],
          [
            'Change',
            <Amount
              key="c"
              value={isKnown ? (last.value ?? 0) - (first.value ?? 0) : null}
              currency={currency}
              result
            />,
            `since ${weekday(from)}`,
          ],
          ['Cash', <Amount key="m" value={last?.cash} currency={currency} />],
          ['Oldest price', oldest_price_days === null ? 'none is used' : ageText(oldest_price_days)],
        ]}
      />
      <WithoutCash accounts={worth.without_cash} />
      <Card name="Value by day" headed>
        <Curve worth={worth} />
      </Card>
      <div className="worth-parts">
        <Card name="Change in value" headed>
          <BridgeTable worth={worth} />
        </Card>
        <Card name="Returns" headed>
          <Returns />
        </Card>
      </div>
      <Card name="Cash" headed>
        <CashBalances date={to} accounts={worth.account_ids} />
      </Card>
    </>
  );
}

const ageText = (days: number): string =>
  days === 0 ? 'of that day' : days === 1 ? 'one day old' : `${count(days)} days old`;

function WithoutCash({ accounts }: { readonly accounts: readonly string[] }): ReactNode {
  const names = new Map(useAccountOptions());
  if (accounts.length === 0) return null;
  return (
    <p>
      {`No cash balance for ${accounts.map((id) => names.get(id) ?? id).join(', ')}: only positions count there, ` +
        'and purchases and sales count as deposits and withdrawals.'}
    </p>
  );
}
