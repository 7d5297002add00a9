// The tax year: what was realised, what is owed when, the lots, and the forms to print.
import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { Figures } from '../../parts/facts.tsx';
import { Markdown } from '../../parts/markdown.tsx';
import { Page } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { useEndpoint } from '../../service/cache.ts';
import type { Answer } from '../../service/client.ts';
import { Forms } from './forms.tsx';
import { TaxParts } from './parts.tsx';
import { Quarters } from './quarters.tsx';

type Summary = Answer<'tax', 'ytdSummary'>;

export function TaxPage(): ReactNode {
  const { year: yearParam } = useParams<{ year: string }>();
  const year = Number(yearParam) || new Date().getFullYear();
  const summary = useEndpoint('tax', 'ytdSummary', { query: { tax_year: year } });
  return (
    <Page
      title={`Tax ${year}`}
      aside={
        <nav aria-label="Years" className="page-tools">
          <Link href={`/tax/${year - 1}`}>{year - 1}</Link>
          <Link href={`/tax/${year + 1}`}>{year + 1}</Link>
        </nav>
      }
    >
      <Loaded query={summary} height={200}>
        {(found) => (
          <>
            <p className="quiet">{found.disclaimer}</p>
            <Cards summary={found} />
            {found.problems.map(({ code, message }) => (
              <Markdown key={`${code}${message}`} text={message} />
            ))}
            <Quarters summary={found} year={year} />
            <Forms year={year} />
          </>
        )}
      </Loaded>
      <TaxParts year={year} />
    </Page>
  );
}

function Cards({ summary }: { readonly summary: Summary }): ReactNode {
  const rows: readonly (readonly [string, number | null, boolean])[] = [
    ['Short term', summary.realized_st_gain, true],
    ['Long term', summary.realized_lt_gain, true],
    // Its parts are in the two before it, 40 and 60 %: said, so that nobody adds them up.
    ...(summary.section_1256_gain === 0 ? [] : [['of both, section 1256', summary.section_1256_gain, true] as const]),
    ['Wash sales', summary.wash_sale_adjustments, false],
    ['Permanently disallowed', summary.permanently_lost, false],
    ['Federal, estimated', summary.estimated_federal_tax, false],
    ['State, estimated', summary.estimated_state_tax, false],
  ];
  return (
    <Figures
      inLine
      rows={rows.map(([name, value, result]) => [name, <Amount key={name} value={value} result={result} />])}
    />
  );
}
