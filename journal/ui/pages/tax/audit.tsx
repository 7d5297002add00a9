// What is missing or contradictory in the trades behind the figures.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { count, countOf } from '../../amount/format.ts';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';

type TaxAudit = Answer<'tax', 'audit'>;

const severities = { error: 'error', warning: 'warning', info: 'note' } as const;

export function Audit({ year }: { readonly year: number }): ReactNode {
  const audit = useQuery<TaxAudit, Problem>({
    queryKey: ['tax', 'audit', year],
    queryFn: () => api.tax.audit({ query: { tax_year: year } }),
  });
  return (
    <WhenLoaded query={audit} height={160}>
      {({ findings, severity_summary: { error, warning, info } }) =>
        findings.length === 0 ? (
          <Empty>No missing or contradictory data in the trades of {year}.</Empty>
        ) : (
          <>
            <p>
              {countOf(error, 'error')}, {countOf(warning, 'warning')}, {countOf(info, 'note')}.
            </p>
            <Table
              label="Missing data"
              rows={findings.map((finding, at) => ({ ...finding, at }))}
              keyOf={({ at }) => at}
              columns={[
                { name: 'Severity', cell: ({ severity }) => severities[severity], text: true },
                { name: 'What', cell: ({ message }) => <span className="wrapped">{message}</span>, text: true },
                { name: 'Where', cell: ({ ids }) => <Where ids={ids} />, text: true },
              ]}
            />
          </>
        )
      }
    </WhenLoaded>
  );
}

const SHOWN = 3;

/** What is no trade has no page of its own. */
const isTrade = (id: string) => !/^(?:transaction|event)-\d+$/.test(id);

/** An execution's address leads to its trade; a lot is named after the execution that opened it. */
function Where({ ids }: { readonly ids: readonly string[] }): ReactNode {
  return (
    <>
      {ids.slice(0, SHOWN).map((id) => (
        <span key={id}>
          {isTrade(id) ? <Link href={`/trades/${encodeURIComponent(id.replace(/^lot-/, ''))}`}>{id}</Link> : id}{' '}
        </span>
      ))}
      {ids.length > SHOWN && `and ${count(ids.length - SHOWN)} more`}
    </>
  );
}
