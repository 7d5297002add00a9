// The rule of a playbook compared with its trader: what each brought, where the difference comes from, and what of it could be chance.
import { waterfall } from '@zorivest/pictures';
import { type ReactNode, useCallback } from 'react';
import { Link, useParams, useSearch } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { count, countOf, money, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { weekday } from '../../amount/time.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell } from '../../charts/table.ts';
import { listsOf, useFilter, useFilterSearch } from '../../filter/filter.ts';
import { Card } from '../../components/card.tsx';
import { Figures } from '../../components/facts.tsx';
import { NoneInPeriod } from '../../components/none-in-period.tsx';
import { Page } from '../../components/page.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';

type Comparison = Answer<'playbooks', 'compare'>;
type Trade = Comparison['trades'][number];

const PARTS = [
  ['not_taken', 'Not taken', 'signals of the rule that you did not take'],
  ['outside', 'Outside', 'trades without a signal of the rule'],
  ['timing', 'Timing', 'different entry and exit prices, at the rule’s size'],
  ['size', 'Size', 'different size, at your prices'],
] as const;
type Part = (typeof PARTS)[number][0];

const INTERVALS = [
  ['', 'As in its rules'],
  ['1m', '1 minute'],
  ['5m', '5 minutes'],
  ['1d', '1 day'],
] as const;

const WHO = { matched: 'both', not_taken: 'rule only', outside: 'you only' };

export function ComparePage(): ReactNode {
  const { id } = useParams<{ id: string }>();
  const [{ unit: _unit, ...filter }, change] = useFilter();
  const interval = new URLSearchParams(useSearch()).get('interval') ?? '';
  const answer = useEndpoint('playbooks', 'compare', {
    params: { id: Number(id) },
    // What the address says of the interval the service judges.
    body: { filter: listsOf(filter), ...(interval !== '' && { interval: interval as '1d' }) },
  });
  const name = answer.data?.name;
  return (
    <Page
      title={name === undefined ? 'Rules vs. you' : `Rules vs. you: ${name}`}
      aside={
        <div className="page-tools">
          <select
            className="plain-select"
            aria-label="Bars"
            value={interval}
            onChange={({ target }) => change({ interval: target.value })}
          >
            {INTERVALS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <Link href={`/playbooks${useFilterSearch()}`}>Playbooks</Link>
        </div>
      }
    >
      <WhenLoaded query={answer} height={400}>
        {(found) => <Shape found={found} />}
      </WhenLoaded>
    </Page>
  );
}

function Shape({ found }: { readonly found: Comparison }): ReactNode {
  const { n, currency, missing, trades } = found;
  const without = missing.map(({ instrument, reason }) => (
    <li key={instrument}>
      {instrument}: {reason}
    </li>
  ));
  if (n.rule + n.trader === 0)
    return (
      <>
        <NoneInPeriod>No closed trade of this playbook has bars in this period to run the rule on.</NoneInPeriod>
        <ul>{without}</ul>
      </>
    );
  const amount = (value: number) => <Amount value={value} currency={currency} result />;
  return (
    <>
      <Figures
        convention={found.convention}
        rows={[
          ['Rule', amount(found.rule), countOf(n.rule, 'trade')],
          ['You', amount(found.trader), countOf(n.trader, 'trade')],
          ['Difference', amount(found.difference), `${countOf(n.matched, 'trade')} of both, ${countOf(n.days, 'day')}`],
        ]}
      />
      <Card name="From the rule to your result" headed>
        <Way found={found} />
        <Table label="Parts" rows={PARTS} keyOf={([part]) => part} columns={partColumns(found)} stacked="named" />
        <p className="quiet">
          {found.intervals === null
            ? `${countOf(n.days, 'day')} are too few to tell chance from skill: 95 % confidence intervals need 20 days, and 20 trades of both rule and trader.`
            : `Resampled from ${count(n.days)} days, 95 % confidence intervals. Where an interval includes zero, the part could be chance.`}{' '}
          Bars: {found.interval}.
        </p>
        <ul>{without}</ul>
      </Card>
      <Card name="Trades: rules vs. you" headed>
        <Table
          label="Trades: rules vs. you"
          rows={trades}
          keyOf={(trade) => trades.indexOf(trade)}
          columns={tradeColumns(currency)}
          stacked="wide"
        />
      </Card>
    </>
  );
}

function Way({ found }: { readonly found: Comparison }): ReactNode {
  const hidden = useHidden();
  const { rule, trader, parts, currency } = found;
  const draw = useCallback(
    (width: number) => {
      const amount = (value: number): string => (hidden ? HIDDEN : money(value, currency));
      const step = (name: string, value: number) => ({ name, value, title: `${name}: ${amount(value)}` });
      return waterfall({
        label: `From the rule, ${amount(rule)}, to your result, ${amount(trader)}`,
        width,
        height: width < 500 ? 200 : 240,
        steps: [step('Rule', rule), ...PARTS.map(([part, name]) => step(name, parts[part]))],
        sum: 'You',
        format: (value) => (hidden ? '' : short(value)),
      });
    },
    [rule, trader, parts, currency, hidden],
  );
  const steps: readonly (readonly [string, number])[] = [
    ['Rule', rule],
    ...PARTS.map(([part, name]) => [name, parts[part]] as const),
    ['You', trader],
  ];
  const rows = steps.map(([name, value]) => ({ cells: [name, amountCell(value, hidden)] }));
  return <Picture name="From the rule to your result" draw={draw} table={{ head: ['', 'Result'], rows }} />;
}

function partColumns({ parts, intervals, n, currency }: Comparison): Column<(typeof PARTS)[number]>[] {
  const often = (part: Part): number =>
    part === 'not_taken' ? n.rule - n.matched : part === 'outside' ? n.trader - n.matched : n.matched;
  return [
    {
      name: 'Part',
      text: true,
      cell: ([, name, words]) => (
        <>
          {name} <span className="quiet">{words}</span>
        </>
      ),
    },
    { name: 'Trades', cell: ([part]) => count(often(part)) },
    { name: 'Result', cell: ([part]) => <Amount value={parts[part]} currency={currency} result /> },
    ...(intervals === null
      ? []
      : [
          {
            name: '95 % interval',
            cell: ([part]: (typeof PARTS)[number]) => {
              const [low, high] = intervals[part] ?? [];
              return low === undefined || high === undefined ? (
                '–'
              ) : (
                <>
                  <Amount value={low} currency={currency} /> to <Amount value={high} currency={currency} />
                </>
              );
            },
          },
          {
            name: 'Chance',
            text: true,
            cell: ([part]: (typeof PARTS)[number]) => {
              const [low, high] = intervals[part] ?? [];
              if (low === undefined || high === undefined) return 'too few trades';
              return low <= 0 && high >= 0 ? 'could be chance' : 'more than chance';
            },
          },
        ]),
  ];
}

function tradeColumns(currency: string): Column<Trade>[] {
  const amount = (name: string, of: (trade: Trade) => number | null): Column<Trade> => ({
    name,
    // A trade of one of the two has nothing of the other.
    cell: (trade) => (of(trade) === null ? '' : <Amount value={of(trade)} currency={currency} result />),
  });
  return [
    { name: 'Day', text: true, cell: (trade) => weekday(trade.day) },
    {
      name: 'Instrument',
      text: true,
      cell: ({ trip_id, instrument }) =>
        trip_id === null ? instrument : <Link href={`/trades/${encodeURIComponent(trip_id)}`}>{instrument}</Link>,
    },
    { name: 'Source', text: true, cell: ({ what }) => WHO[what] },
    amount('Rule', ({ rule }) => rule),
    amount('You', ({ trader }) => trader),
    amount('Entry', ({ entry }) => entry),
    amount('Exit', ({ exit }) => exit),
    amount('Size', ({ size }) => size),
  ];
}
