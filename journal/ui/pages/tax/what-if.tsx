// What a sale would cost in tax, before it is made.
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { weekday } from '../../amount/time.ts';
import { Facts } from '../../components/facts.tsx';
import { Choice, Field, optionsOf } from '../../components/field.tsx';
import { readForm } from '../../components/form-values.ts';
import { Table } from '../../components/table.tsx';
import { useAccountOptions } from '../../components/accounts.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { methods } from './profile.tsx';

type TaxSimulation = Answer<'tax', 'simulate'>;
type SimulationRequest = Parameters<typeof api.tax.simulate>[0]['body'];

const actions = [
  ['sell', 'Sell a long position'],
  ['cover', 'Cover a short position'],
] as const;

const asked = [
  { name: 'ticker' },
  { name: 'action' },
  { name: 'quantity', kind: 'number' },
  { name: 'price', kind: 'number' },
  { name: 'account_id' },
  { name: 'cost_basis_method' },
  { name: 'date' },
] as const;

export function WhatIf(): ReactNode {
  const accounts = useAccountOptions();
  const simulate = useMutation<TaxSimulation, Problem, SimulationRequest>({
    mutationFn: (body) => api.tax.simulate({ body }),
  });
  const problem = simulate.error;
  const names = new Set<string>(asked.map(({ name }) => name));
  const elsewhere = problem !== null && !problem.fields.some(({ field }) => names.has(field));
  return (
    <>
      <form
        className="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          // The service judges what was written; a form cannot know more.
          simulate.mutate(readForm(new FormData(event.currentTarget), asked) as unknown as SimulationRequest);
        }}
      >
        <Field label="Instrument" name="ticker" required problem={problem} />
        <Choice label="What" name="action" options={actions} problem={problem} />
        <Field label="Quantity" name="quantity" inputMode="decimal" required problem={problem} />
        <Field label="Price" name="price" inputMode="decimal" required problem={problem} />
        <Choice label="Account" name="account_id" options={accounts} problem={problem} />
        <Choice
          label="Lot selection"
          name="cost_basis_method"
          options={optionsOf(methods).filter(([method]) => method !== 'specific_id')}
          problem={problem}
        />
        <Field label="Date (empty: today)" name="date" type="date" problem={problem} />
        <button type="submit" className="button main" disabled={simulate.isPending}>
          Calculate
        </button>
      </form>
      {elsewhere && <p role="alert">{problem.message}</p>}
      {simulate.data !== undefined && <Outcome of={simulate.data} />}
    </>
  );
}

function Outcome({
  of: { summary, estimated_tax, wash_sale_risk, hold_savings, lots_to_close },
}: {
  readonly of: TaxSimulation;
}): ReactNode {
  return (
    <div role="status">
      <Facts
        rows={[
          ['Result', <Amount key="g" value={summary.realized_gain} result />],
          ['Short-term part', <Amount key="s" value={summary.st_gain} result />],
          ['Long-term part', <Amount key="l" value={summary.lt_gain} result />],
          ['Estimated tax', <Amount key="t" value={estimated_tax?.total ?? estimated_tax?.federal ?? null} />],
          ['Disallowed as a wash sale', <Amount key="w" value={wash_sale_risk.disallowed_loss} />],
        ]}
      />
      {wash_sale_risk.note !== null && <p>{wash_sale_risk.note}</p>}
      {hold_savings !== null && (
        <p>
          Waiting until {weekday(hold_savings.until)} would save <Amount value={hold_savings.amount} />.
        </p>
      )}
      {estimated_tax === null && <p className="quiet">Add a tax profile for the year to estimate the tax.</p>}
      <Table
        label="Lots sold"
        rows={lots_to_close}
        keyOf={({ lot_id, shares }) => `${lot_id} ${shares}`}
        columns={[
          { name: 'Lot', cell: ({ lot_id }) => lot_id, text: true },
          { name: 'Shares', cell: ({ shares }) => <Amount value={shares} as="quantity" /> },
          { name: 'Basis', cell: ({ basis }) => <Amount value={basis} /> },
          { name: 'Proceeds', cell: ({ proceeds }) => <Amount value={proceeds} /> },
          { name: 'Result', cell: ({ gain_loss }) => <Amount value={gain_loss} result /> },
          { name: 'Term', cell: ({ holding_period }) => holding_period, text: true },
        ]}
      />
    </div>
  );
}
