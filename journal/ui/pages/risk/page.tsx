// Limits that accounts are held to, and how much is left until each.
import { nameTrade } from '@zorivest/vocabulary';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { count, plain } from '../../amount/format.ts';
import { moment, weekday } from '../../amount/time.ts';
import { AskFirst } from '../../components/ask-first.tsx';
import { Card } from '../../components/card.tsx';
import { type Fact, Figures } from '../../components/facts.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import { EquityLine } from './equity-line.tsx';
import { EditRiskAccount, NewRiskAccount } from './new-risk-account.tsx';
import { Odds } from './odds.tsx';

type RiskAccount = Answer<'riskAccounts', 'list'>['items'][number];
type Status = Answer<'riskAccounts', 'status'>;

export function RiskPage(): ReactNode {
  const accounts = useEndpoint('riskAccounts', 'list');
  return (
    <Page title="Risk" aside={<NewRiskAccount />}>
      <WhenLoaded query={accounts} height={300}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>
              No limits yet. A risk account holds the daily loss limit and maximum drawdown of your own rules or a prop
              firm’s, and shows how much remains.
            </Empty>
          ) : (
            items.map((account) => <OneAccount key={account.id} account={account} />)
          )
        }
      </WhenLoaded>
    </Page>
  );
}

function OneAccount({ account }: { readonly account: RiskAccount }): ReactNode {
  const status = useEndpoint('riskAccounts', 'status', { params: { id: account.id } });
  return (
    <Card name={account.name} headed>
      <WhenLoaded query={status} height={240}>
        {(found) => <Standing account={account} status={found} />}
      </WhenLoaded>
      <Odds id={account.id}>
        <EditRiskAccount account={account} />
        <Menu of={account.name}>
          <AskFirst
            button="Delete"
            about={account.name}
            title={`Delete ${account.name}`}
            act={() => api.riskAccounts.remove({ params: { id: account.id } })}
            changes="risk_account"
          >
            The limits of {account.name} are deleted. Trades stay.
          </AskFirst>
        </Menu>
      </Odds>
    </Card>
  );
}

const STATES = {
  active: 'Within its limits',
  paused: 'Paused: daily loss limit reached',
  failed: 'Failed: a limit was broken',
  passed: 'Passed',
} as const;

const RULES: Readonly<Record<Status['breaches'][number]['rule'], string>> = {
  daily_loss: 'Daily loss',
  drawdown: 'Maximum loss',
  consistency: 'Consistency',
  size: 'Size',
  news: 'News',
};

function Standing({ account, status }: { readonly account: RiskAccount; readonly status: Status }): ReactNode {
  const { currency, breaches, problems } = status;
  return (
    <>
      <p>
        <strong>{STATES[status.state]}.</strong>{' '}
        <span className="quiet">
          {status.basis === 'intraday' ? 'Checked bar by bar.' : 'Checked by fills: some trades have no bars.'}
          {account.source !== '' &&
            ` Rules: ${account.source}${account.seen_on === null ? '' : `, ${weekday(account.seen_on)}`}.`}
        </span>
      </p>
      <Figures rows={figuresOf(status)} convention={status.convention} />
      <EquityLine status={status} />
      {problems.map(({ code, message }) => (
        <p key={code} className="quiet" role="note">
          {message}
        </p>
      ))}
      {breaches.length > 0 && (
        <Table
          label={`Broken limits of ${account.name}`}
          rows={breaches}
          keyOf={({ rule, at }) => `${rule} ${at}`}
          columns={breachColumns(currency)}
          stacked="wide"
        />
      )}
    </>
  );
}

function figuresOf(status: Status): Fact[] {
  const { currency, headroom, headroom_by, headroom_r, headroom_contracts } = status;
  const amount = (value: number | null) => <Amount value={value} currency={currency} />;
  const fits = headroom_contracts
    .filter(({ contracts }) => contracts > 0)
    .slice(0, 3)
    .map(({ instrument, contracts }) => `${count(contracts)} ${nameTrade({ instrument })}`)
    .join(', ');
  const of = (limit: number) => <>of {amount(limit)}</>;
  const { consistency, profit_target, fewest_days } = status;
  const rows: (Fact | null)[] = [
    ['Remaining', amount(headroom), headroom_by === null ? undefined : `until the ${RULES[headroom_by].toLowerCase()}`],
    headroom_r === null
      ? null
      : ['Remaining in R', `${plain(headroom_r, 1)} R`, fits === '' ? undefined : `fits ${fits}`],
    status.day_limit === null ? null : ['Lost today', amount(status.day_loss), of(status.day_limit)],
    status.drawdown_limit === null ? null : ['Drawdown', amount(status.drawdown), of(status.drawdown_limit)],
    ['Profit', amount(status.profit), profit_target === null ? undefined : of(profit_target)],
    fewest_days === null ? null : ['Trading days', count(status.days_counted ?? 0), `of ${count(fewest_days)}`],
    consistency === null || consistency.percent === null
      ? null
      : [
          'Best day',
          `${plain(consistency.percent, 1)} %`,
          `of the profit, at most ${plain(consistency.max_percent, 1)} %`,
        ],
    ['Equity', amount(status.equity)],
  ];
  return rows.filter((row) => row !== null);
}

function breachColumns(currency: string): Column<Status['breaches'][number]>[] {
  return [
    { name: 'Broken', text: true, cell: ({ rule }) => RULES[rule] },
    { name: 'When', text: true, cell: ({ at }) => moment(at) },
    {
      name: 'By',
      text: true,
      cell: ({ round_trip_id: id, trade }) =>
        id === null ? (
          ''
        ) : (
          <>
            <Link href={`/trades/${encodeURIComponent(id)}`}>{trade === null ? id : nameTrade(trade)}</Link>
            {trade !== null && <span className="quiet"> of {weekday(trade.opened_at)}</span>}
          </>
        ),
    },
    {
      name: 'Its result',
      cell: ({ trade }) => (trade === null ? '' : <Amount value={trade.pnl} currency={currency} result />),
    },
    {
      name: 'At',
      cell: ({ rule, value }) =>
        rule === 'size' || rule === 'consistency' ? plain(value, 2) : <Amount value={value} currency={currency} />,
    },
    {
      name: 'Limit',
      cell: ({ rule, limit }) =>
        rule === 'size' || rule === 'consistency' ? plain(limit, 2) : <Amount value={limit} currency={currency} />,
    },
    { name: 'Based on', text: true, cell: ({ basis }) => (basis === 'intraday' ? 'bars' : 'fills') },
  ];
}
