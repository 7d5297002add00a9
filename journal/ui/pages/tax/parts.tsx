// What the year is made of, one part at a time: the address says which, since some of them take the service a while.
import type { ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { withFilter } from '../../filter/filter.ts';
import { Audit } from './audit.tsx';
import { BrokerForms } from './broker-forms.tsx';
import { Estimate } from './estimate.tsx';
import { Harvest } from './harvest.tsx';
import { Lots } from './lots.tsx';
import { Methods } from './methods.tsx';
import { Symbols } from './symbols.tsx';
import { WashSales } from './wash-sales.tsx';
import { WhatIf } from './what-if.tsx';

const parts = [
  { id: 'what-if', title: 'What if', show: () => <WhatIf /> },
  { id: 'lots', title: 'Lots', show: (year: number) => <Lots year={year} /> },
  { id: 'symbols', title: 'By instrument', show: (year: number) => <Symbols year={year} /> },
  { id: '1099', title: 'Forms 1099', show: (year: number) => <BrokerForms year={year} /> },
  { id: 'estimate', title: 'Estimate', show: (year: number) => <Estimate year={year} /> },
  { id: 'wash', title: 'Wash sales', show: (year: number) => <WashSales year={year} /> },
  { id: 'harvest', title: 'Harvest', show: () => <Harvest /> },
  { id: 'missing', title: 'Missing data', show: (year: number) => <Audit year={year} /> },
  { id: 'methods', title: 'Methods', show: (year: number) => <Methods year={year} /> },
] as const;

export function TaxParts({ year }: { readonly year: number }): ReactNode {
  const search = useSearch();
  const wanted = new URLSearchParams(search).get('part');
  const shown = parts.find(({ id }) => id === (wanted ?? 'lots')) ?? parts[0];
  return (
    <>
      <nav aria-label="Parts of the tax year" className="tabs">
        {parts.map(({ id, title }) => (
          <Link
            key={id}
            href={`/tax/${year}${withFilter(search, { part: id })}`}
            replace
            aria-current={id === shown.id ? 'page' : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      <section className="card" aria-labelledby="part">
        <h2 id="part">{shown.title}</h2>
        {shown.show(year)}
      </section>
    </>
  );
}
