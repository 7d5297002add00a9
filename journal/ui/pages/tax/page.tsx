// The tax year: what was realised, what is owed when, the lots, and the forms to print.
import type { ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { Amount } from '../../amount/amount.tsx';
import { Figures } from '../../components/facts.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { Page } from '../../components/page.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';
import { Forms } from './forms.tsx';
import { TaxParts } from './parts.tsx';
import { Quarters } from './quarters.tsx';
import { YearLine } from './year-line.tsx';

type Summary = Answer<'tax', 'ytdSummary'>;

/** The other way to say it, which is no way for who reads it here. */
const BY_SHELL = /, or by `zorivest [^`]*`/;

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
      <WhenLoaded query={summary} height={200}>
        {(found) => (
          <>
            <Lead summary={found} />
            <p className="quiet">{found.disclaimer}</p>
            <YearLine summary={found} />
            {found.problems.map(({ code, message }) => (
              <Markdown key={`${code}${message}`} text={message.replace(BY_SHELL, '')} />
            ))}
            <Quarters summary={found} year={year} />
            <Forms year={year} />
          </>
        )}
      </WhenLoaded>
      <TaxParts year={year} />
    </Page>
  );
}

/** The estimated tax is the main figure of the year; without a profile, the realised result. */
function Lead({ summary }: { readonly summary: Summary }): ReactNode {
  const { estimated_federal_tax: federal, estimated_state_tax: state, section_1256_gain: contracts } = summary;
  return (
    <Figures
      inLine="led"
      rows={[
        federal === null
          ? [
              'Realised',
              <Amount key="r" value={summary.total_realized} result />,
              'add a tax profile to estimate the tax',
            ]
          : [
              'Estimated tax',
              <Amount key="t" value={federal + (state ?? 0)} />,
              <>
                <Amount value={federal} /> federal, <Amount value={state} /> state
              </>,
            ],
        ['Short term', <Amount key="s" value={summary.realized_st_gain} result />],
        ['Long term', <Amount key="l" value={summary.realized_lt_gain} result />],
        // Its parts are in the two before it, 40 and 60 %: stated, so that they are not added up.
        ...(contracts === 0 ? [] : [['of which section 1256', <Amount key="c" value={contracts} result />] as const]),
        ['Wash sales', <Amount key="w" value={summary.wash_sale_adjustments} />],
        ['Lost for good (wash sale in an IRA)', <Amount key="p" value={summary.permanently_lost} />],
      ]}
    />
  );
}
