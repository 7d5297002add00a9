// A week on one page: its result, how far rules and limits were followed, and three questions to answer.
import { mistakeName, nameTrade, nameWeek } from '@zorivest/vocabulary';
import { type ReactNode, useMemo } from 'react';
import { Link, useParams } from 'wouter';
import { Amount, Multiple, FigureText } from '../../amount/amount.tsx';
import { count, countOf, percent, plain } from '../../amount/format.ts';
import { moment, weekday } from '../../amount/time.ts';
import { ResultBars } from '../../charts/result-bars.tsx';
import { pngOfSvg } from '../../charts/save.ts';
import { Act } from '../../components/act.tsx';
import { Card } from '../../components/card.tsx';
import { Download } from '../../components/download.tsx';
import { type Fact, Figures } from '../../components/facts.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import { TradeOfWeek } from './trade.tsx';

type Week = Answer<'week', 'get'>;

const share = (value: number | null): ReactNode => <FigureText figure={{ text: percent(value, 0), tells: 'share' }} />;
const words = (text: string): string => text.replaceAll('_', ' ');

export function WeekPage(): ReactNode {
  const { iso = 'last' } = useParams<{ iso?: string }>();
  const params = { iso };
  const week = useEndpoint('week', 'get', { params });
  const found = week.data;
  return (
    <Page
      title={found === undefined ? 'The week' : nameWeek(found.week)}
      aside={found !== undefined && <Tools week={found} />}
    >
      <WhenLoaded query={week} height={400}>
        {(shown) => <Shape week={shown} />}
      </WhenLoaded>
    </Page>
  );
}

function Tools({ week }: { readonly week: Week }): ReactNode {
  const params = { iso: week.week };
  return (
    <div className="page-tools">
      <Link href={`/reports/week/${week.previous}`}>Previous week</Link>
      <Link href={`/reports/week/${week.next}`}>Next week</Link>
      <Download name={`week-${week.week}.pdf`} get={() => api.week.pdf({ params })}>
        PDF
      </Download>
      <Download
        name={`week-${week.week}.png`}
        get={async () => pngOfSvg((await api.week.card({ params })) as unknown as Blob, 'white')}
      >
        Share card
      </Download>
      <Every />
      <Link className="button main" href={`/diary?write=new-week-${week.week}&begin=week-${week.week}`}>
        Write about it
      </Link>
    </div>
  );
}

/** One click: a policy like any other, approved by asking for it. */
function Every(): ReactNode {
  const policies = useEndpoint('scheduling', 'listPolicies');
  const known = policies.data?.policies.find(({ name }) => name === 'The week');
  if (policies.data === undefined) return null;
  if (known !== undefined) return <Link href="/reports">Created every Saturday</Link>;
  return (
    <Act act={() => api.week.schedule({ body: {} })} changes="policy">
      Every Saturday as a PDF
    </Act>
  );
}

function Shape({ week }: { readonly week: Week }): ReactNode {
  const { currency, best, worst, questions } = week;
  return (
    <>
      <p className="quiet">
        {weekday(week.from)} to {weekday(week.to)}
        {!week.is_over && ', not over yet'}.{' '}
        {week.reconciled_to === null || week.reconciled_to === undefined
          ? 'Not reconciled with the brokers’ statements yet.'
          : `Agrees with the brokers’ statements up to ${weekday(week.reconciled_to)}.`}
      </p>
      <Figures inLine="led" rows={figuresOf(week)} convention={week.convention} />
      {week.trade_count === 0 ? (
        <Empty action={<Link href="/calendar">Calendar</Link>}>No trade was closed in this week.</Empty>
      ) : (
        <Days week={week} />
      )}
      {best !== null && <TradeOfWeek name="Best" trade={best} currency={currency} />}
      {worst !== null && worst.trip_id !== best?.trip_id && (
        <TradeOfWeek name="Worst" trade={worst} currency={currency} />
      )}
      <Rules week={week} />
      <Mistakes week={week} />
      <Plans week={week} />
      <Risk week={week} />
      <Card name="Three questions" headed>
        <ol>
          {questions.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ol>
      </Card>
    </>
  );
}

const nameOfDay = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' });

function Days({ week: { days, currency } }: { readonly week: Week }): ReactNode {
  const bars = useMemo(
    () =>
      days.map(({ day: date, pnl, trade_count }) => ({
        name: nameOfDay(date),
        value: pnl,
        note: countOf(trade_count, 'trade'),
      })),
    [days],
  );
  return (
    <Card name="Day by day" headed>
      <ResultBars name="Day by day" currency={currency} bars={bars} />
    </Card>
  );
}

function figuresOf({ currency, before, ...week }: Week): Fact[] {
  const amount = (value: number | null) => <Amount value={value} currency={currency} result />;
  return [
    ['Net result', amount(week.net_pnl), undefined, `/trades?from=${week.from}&to=${week.to}`],
    [
      'Net, previous week',
      amount(before.net_pnl),
      countOf(before.trade_count, 'trade'),
      `/reports/week/${before.week}`,
    ],
    ['R', <Multiple key="r" value={week.r} />, `${count(week.rated)} of ${count(week.trade_count)} with a known risk`],
    ['R, previous week', <Multiple key="b" value={before.r} />],
    ['Trades', count(week.trade_count)],
    ['Win rate', share(week.win_rate)],
  ];
}

function Rules({ week: { adherence } }: { readonly week: Week }): ReactNode {
  if (adherence.playbooks.length === 0) return null;
  return (
    <Card name="Rules" headed>
      <ul>
        {adherence.playbooks.map((one) => (
          <li key={one.id}>
            <Link href="/playbooks">{one.name}</Link>, {countOf(one.trade_count, 'trade')}: {share(one.adherence)}{' '}
            followed, {count(one.broken)} broken, {count(one.unknown)} unknown.{' '}
            {one.broken_rules
              .map(({ id, text, broken, known }) => `${text === '' ? words(id) : text} ${broken}/${known}`)
              .join(', ')}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Mistakes({ week: { mistakes, currency } }: { readonly week: Week }): ReactNode {
  if (mistakes.count === 0) return null;
  return (
    <Card name="Mistakes" headed>
      <ul>
        {mistakes.by_category.map(({ category, count: often, cost }) => (
          <li key={category}>
            {count(often)} × {mistakeName(category)}: <Amount value={cost} currency={currency} />
          </li>
        ))}
      </ul>
      <p>
        <Amount value={mistakes.total_cost} currency={currency} /> in all.
      </p>
    </Card>
  );
}

const PLAN_TEXTS = { true: 'as planned', false: 'not as planned', null: 'not answered whether as planned' };

function Plans({ week: { plans, currency } }: { readonly week: Week }): ReactNode {
  if (plans.planned + plans.unplanned === 0) return null;
  return (
    <Card name="Plan and result" headed>
      <p>
        {count(plans.planned)} with a plan: <Amount value={plans.planned_pnl} currency={currency} result />.{' '}
        {count(plans.unplanned)} without: <Amount value={plans.unplanned_pnl} currency={currency} result />.
      </p>
      <ul>
        {plans.items.map(({ trip_id, instrument, strategy_name, planned_r, r, followed_plan }) => (
          <li key={trip_id}>
            <Link href={`/trades/${encodeURIComponent(trip_id)}`}>{nameTrade({ instrument })}</Link>, {strategy_name}:
            planned <Multiple value={planned_r} />, result <Multiple value={r} />, {PLAN_TEXTS[`${followed_plan}`]}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** As the page of limits says it, within a line. */
const STATES: Readonly<Record<string, string>> = {
  active: 'within its limits',
  paused: 'paused for today',
  failed: 'failed: a limit was broken',
};

function Risk({ week }: { readonly week: Week }): ReactNode {
  const { currency, headroom, open_risk, without_risk, as_of } = week;
  return (
    <Card name="Risk now" headed>
      <p>
        Open risk <Amount value={open_risk} currency={currency} />
        {without_risk > 0 &&
          `; ${count(without_risk)} open ${without_risk === 1 ? 'trade has' : 'trades have'} no stated risk`}
        . <span className="quiet">As of {moment(as_of)}.</span>
      </p>
      <ul>
        {headroom.map((one) => (
          <li key={one.id}>
            <Link href="/risk">{one.name}</Link>, {STATES[one.state] ?? words(one.state)}:{' '}
            <Amount value={one.headroom} currency={currency} /> remaining
            {one.headroom_r === null ? '' : `, ${plain(one.headroom_r, 1)} R`}. Broken this week:{' '}
            {one.breaches.map(({ rule, day: on }) => `${words(rule)} on ${weekday(on)}`).join(', ') || 'nothing'}
          </li>
        ))}
      </ul>
    </Card>
  );
}
