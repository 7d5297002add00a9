// The trades of the filter under another rule: a different exit, or some of them excluded; the curve is drawn next to the real one.
import { lineChart } from '@zorivest/pictures';
import { type ReactNode, useCallback, useState } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { count, money, short } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { weekday } from '../../amount/time.ts';
import { Picture } from '../../charts/picture.tsx';
import { amountCell } from '../../charts/table.ts';
import { listsOf, useFilter } from '../../filter/filter.ts';
import { Card } from '../../components/card.tsx';
import { type Fact, Facts } from '../../components/facts.tsx';
import { Choice, Field } from '../../components/field.tsx';
import { readForm } from '../../components/form-values.ts';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer, Api } from '../../client/client.ts';

type ExitRule = Parameters<Api['whatIf']['exits']>[0]['body']['rule'];
type Otherwise = Omit<Parameters<Api['whatIf']['trades']>[0]['body'], 'filter'>;
type Ledger = Answer<'whatIf', 'trades'>;

const MOMENTS = [
  ['target', 'At the target'],
  ['stop', 'At the stop'],
  ['close', 'At the close'],
  ['trail', 'Trailing stop'],
  ['bars', 'After a number of bars'],
  ['mfe', 'At a share of the best price (hindsight)'],
] as const;

/** What a moment is measured in; the close needs no number, and without one target and stop are those of the plan. */
const MEASURES: Readonly<Record<string, string>> = {
  target: 'R from the entry, or the plan’s',
  stop: 'R from the entry, or the plan’s',
  trail: 'R behind the price',
  bars: 'Bars',
  mfe: 'Share, 0 to 1',
};

export function WhatIf(): ReactNode {
  return (
    <>
      <Exits />
      <Others />
    </>
  );
}

interface AskProps<T> {
  readonly fields: Parameters<typeof readForm>[1];
  readonly onAsk: (values: T) => void;
  readonly children: ReactNode;
}

/** Reads bars or the whole record: only who asks waits for it. */
function Ask<T>({ fields, onAsk, children }: AskProps<T>): ReactNode {
  return (
    <form
      className="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        // The service judges what was written; a form cannot know more.
        onAsk(readForm(new FormData(event.currentTarget), fields) as unknown as T);
      }}
    >
      {children}
      <button type="submit" className="button main">
        What if
      </button>
    </form>
  );
}

function resultRows(
  of: { readonly net_pnl: number; readonly what_if_net_pnl: number; readonly n: number },
  currency: string,
): Fact[] {
  const amount = (value: number) => <Amount value={value} currency={currency} result />;
  return [
    ['Actual', amount(of.net_pnl)],
    ['What if', amount(of.what_if_net_pnl)],
    ['Difference', amount(of.what_if_net_pnl - of.net_pnl)],
    ['Trades', count(of.n)],
  ];
}

function Exits(): ReactNode {
  const [filter] = useFilter();
  const [rule, setRule] = useState<ExitRule | null>(null);
  const [kind, setKind] = useState<string>(MOMENTS[0][0]);
  const answer = useEndpoint(
    'whatIf',
    'exits',
    { body: { filter: listsOf(filter), rule: rule ?? { kind: 'close' } } },
    { enabled: rule !== null },
  );
  return (
    <Card name="Different exit" headed>
      <Ask onAsk={setRule} fields={[{ name: 'kind' }, { name: 'value', kind: 'number' }]}>
        <Choice
          label="Exit"
          name="kind"
          options={MOMENTS}
          value={kind}
          onChange={({ target }) => setKind(target.value)}
        />
        {MEASURES[kind] !== undefined && <Field label={MEASURES[kind]} name="value" inputMode="decimal" />}
      </Ask>
      {rule !== null && (
        <WhenLoaded query={answer} height={160}>
          {(found) => (
            <>
              <Facts
                convention={found.convention}
                rows={[
                  ...resultRows(found, found.currency),
                  ['Both levels in one bar, the worse counted', count(found.ties)],
                ]}
              />
              {found.hindsight && <p>Hindsight: the best price could not be known at the time.</p>}
              <ul>
                {found.left_out.map(({ reason, count: often }) => (
                  <li key={reason}>
                    {count(often)} left out: {reason}
                  </li>
                ))}
              </ul>
            </>
          )}
        </WhenLoaded>
      )}
    </Card>
  );
}

interface OtherValues {
  readonly tag?: string;
  readonly max_risk_r?: number;
  readonly stop_after_losses?: number;
}

function Others(): ReactNode {
  const [filter] = useFilter();
  const tags = useEndpoint('tags', 'list').data?.items ?? [];
  const [asked, setAsked] = useState<Otherwise | null>(null);
  const answer = useEndpoint(
    'whatIf',
    'trades',
    { body: { filter: listsOf(filter), ...asked } },
    { enabled: asked !== null && Object.keys(asked).length > 0 },
  );
  const isNothing = asked !== null && Object.keys(asked).length === 0;
  return (
    <Card name="Exclude trades" headed>
      <Ask<OtherValues>
        onAsk={({ tag, max_risk_r, stop_after_losses }) =>
          setAsked({
            ...(tag !== undefined && { drop: { tags: [tag] } }),
            ...(max_risk_r !== undefined && { max_risk_r }),
            ...(stop_after_losses !== undefined && { stop_after_losses }),
          })
        }
        fields={[
          { name: 'tag' },
          { name: 'max_risk_r', kind: 'number' },
          { name: 'stop_after_losses', kind: 'number' },
        ]}
      >
        <Choice
          label="Exclude setup"
          name="tag"
          options={[['', 'None'], ...tags.map(({ tag }) => [tag, tag] as const)]}
        />
        <Field label="Max risk per trade (R)" name="max_risk_r" inputMode="decimal" problem={answer.error} />
        <Field label="Max losing trades per day" name="stop_after_losses" inputMode="numeric" problem={answer.error} />
      </Ask>
      {isNothing && <p role="alert">Choose what to exclude: a setup, a risk size or a number of losses per day.</p>}
      {asked !== null && !isNothing && (
        <WhenLoaded query={answer} height={300}>
          {(found) => (
            <>
              <Facts
                convention={found.convention}
                rows={[
                  ...resultRows(found, found.currency),
                  ['Excluded', count(found.dropped)],
                  ['Reduced in size', count(found.scaled)],
                  ['Unchanged (risk unknown)', count(found.unknown_risk)],
                ]}
              />
              {found.curve.length > 1 && <Curves found={found} />}
            </>
          )}
        </WhenLoaded>
      )}
    </Card>
  );
}

function Curves({ found }: { readonly found: Ledger }): ReactNode {
  const hidden = useHidden();
  const { curve, what_if_curve, currency } = found;
  const days = curve.map(({ date, equity }, i) => ({ date, was: equity, would: what_if_curve[i]?.equity ?? equity }));
  const draw = useCallback(
    (width: number) => {
      const amount = (value: number): string => (hidden ? HIDDEN : money(value, currency));
      const line = (name: string, tone: 'first' | 'second', of: 'was' | 'would') => ({
        name,
        tone,
        points: days.map((each) => [Date.parse(each.date), each[of]] as const),
      });
      return lineChart({
        label: `Actual ${amount(found.net_pnl)}, what if ${amount(found.what_if_net_pnl)}`,
        width,
        height: width < 500 ? 200 : 260,
        lines: [line('Actual', 'first', 'was'), line('What if', 'second', 'would')],
        strips: days.map(({ date, was, would }) => ({
          x: Date.parse(date),
          title: `${weekday(date)}\nActual ${amount(was)}\nWhat if ${amount(would)}`,
        })),
        format: (value) => (hidden ? '' : short(value)),
      });
    },
    [found, hidden],
  );
  return (
    <Picture
      name="Actual and what if"
      draw={draw}
      table={{
        head: ['Day', 'Actual', 'What if'],
        rows: days.map(({ date, was, would }) => ({
          cells: [date, amountCell(was, hidden), amountCell(would, hidden)],
        })),
      }}
    />
  );
}
