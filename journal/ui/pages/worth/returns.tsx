// What the money earned: each figure, or the sentence why there is none.
import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Amount, Share, FigureText } from '../../amount/amount.tsx';
import { percent, plain } from '../../amount/format.ts';
import { withFilter } from '../../filter/filter.ts';
import { useStretch } from '../../filter/stretch.ts';
import { Convention } from '../../components/convention.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { TickerField } from '../../components/ticker-field.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';
import { isShortOfAYear, reasonsOf } from './reasons.ts';

type ReturnsAnswer = Answer<'worth', 'returns'>;
type Benchmark = NonNullable<ReturnsAnswer['benchmark']>;
type Rate = 'twr' | 'twr_annual' | 'mwr_annual' | 'mwr_period' | 'max_drawdown' | 'volatility' | 'sharpe' | 'sortino';

interface Figure {
  readonly of: Rate;
  readonly name: string;
  readonly as: 'result' | 'share' | 'ratio';
}

/** A yearly rate of a few weeks is misleading: under a year it is the period's. */
function figuresOf(found: ReturnsAnswer): readonly Figure[] {
  const isShort = isShortOfAYear(found);
  return [
    { of: 'twr', name: 'Time-weighted', as: 'result' },
    ...(isShort ? [] : [{ of: 'twr_annual', name: 'Time-weighted, annualised', as: 'result' } as const]),
    { of: 'mwr_period', name: 'Money-weighted', as: 'result' },
    ...(isShort ? [] : [{ of: 'mwr_annual', name: 'Money-weighted, annualised', as: 'result' } as const]),
    { of: 'max_drawdown', name: 'Max drawdown', as: 'share' },
    { of: 'volatility', name: 'Volatility, annualised', as: 'share' },
    { of: 'sharpe', name: 'Sharpe', as: 'ratio' },
    { of: 'sortino', name: 'Sortino', as: 'ratio' },
  ];
}

export function Returns(): ReactNode {
  const { stretch } = useStretch();
  const benchmark = new URLSearchParams(useSearch()).get('benchmark') ?? '';
  const query = { ...stretch, ...(benchmark !== '' && { benchmark }) };
  const returns = useEndpoint('worth', 'returns', { query });
  return (
    <>
      <Compare chosen={benchmark} />
      <WhenLoaded query={returns} height={240}>
        {(found) => <ReturnsTable found={found} />}
      </WhenLoaded>
    </>
  );
}

/** The instrument compared with; in the address, like the filter. */
function Compare({ chosen }: { readonly chosen: string }): ReactNode {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const choose = (benchmark: string) => navigate(`${path}${withFilter(search, { benchmark })}`);
  return (
    <form
      className="page-tools"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('benchmark');
        choose(typeof typed === 'string' ? typed.trim() : '');
      }}
    >
      <TickerField key={chosen} label="Benchmark (any instrument with prices)" name="benchmark" defaultValue={chosen} />
      <button type="submit" className="button">
        Compare
      </button>
      {chosen !== '' && (
        <button type="button" className="button" onClick={() => choose('')}>
          Remove benchmark
        </button>
      )}
    </form>
  );
}

function ReturnsTable({ found }: { readonly found: ReturnsAnswer }): ReactNode {
  const figures = figuresOf(found);
  const { benchmark } = found;
  const benchmarkRate = (of: Rate): string | null =>
    benchmark !== undefined && (of === 'twr' || of === 'mwr_annual') ? benchmark[of] : null;
  return (
    <>
      <Table
        label="Returns"
        rows={figures}
        keyOf={({ of }) => of}
        columns={[
          { name: 'Figure', cell: ({ name }) => name, text: true },
          { name: 'Of the period', cell: ({ of, as }) => <RateShown value={found[of]} as={as} /> },
          ...(benchmark === undefined
            ? []
            : [
                {
                  name: benchmark.instrument,
                  cell: ({ of, as }: Figure) => <RateShown value={benchmarkRate(of)} as={as} />,
                },
              ]),
        ]}
      />
      {benchmark !== undefined && <BenchmarkNote benchmark={benchmark} currency={found.currency} />}
      {reasonsOf(figures, found).map(({ names, reason }) => (
        <p key={reason} className="quiet">{`${names.join(', ')}: ${reason}`}</p>
      ))}
      {found.approximated.map(({ from, to }) => (
        <p key={from} className="quiet">
          {`From ${from} to ${to} cash moved on a day without prices, so Modified Dietz is used.`}
        </p>
      ))}
      <Convention>{found.convention}</Convention>
    </>
  );
}

function BenchmarkNote({
  benchmark,
  currency,
}: {
  readonly benchmark: Benchmark;
  readonly currency: string;
}): ReactNode {
  const { instrument, end_value, reason } = benchmark;
  return (
    <p className="quiet">
      {end_value !== null && (
        <>
          The same money in {instrument} would be <Amount value={end_value} currency={currency} />.{' '}
        </>
      )}
      {reason}
    </p>
  );
}

function RateShown({ value, as }: { readonly value: string | null; readonly as: Figure['as'] }): ReactNode {
  const number = value === null ? null : Number(value);
  if (as === 'result') return <Share value={number} />;
  return <FigureText figure={{ text: as === 'share' ? percent(number, 2) : plain(number, 2), tells: 'share' }} />;
}
