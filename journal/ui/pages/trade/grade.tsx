// The quality of one fill, against the quote of its moment: one stored in the book, or one the person knows.
import { type FormEvent, type ReactNode, useState } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { plain } from '../../amount/format.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Facts } from '../../components/facts.tsx';
import { Field } from '../../components/field.tsx';
import { readForm } from '../../components/form-values.ts';
import { Loading } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Answer } from '../../client/client.ts';
import type { Execution } from './execution-fields.ts';

type FillGrade = Answer<'costs', 'executionQuality'>;

export function GradeFill({ execution }: { readonly execution: Execution }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Grade<span className="visually-hidden"> execution {execution.exec_id}</span>
      </button>
      {open && <GradeDialog execution={execution} onClose={() => setOpen(false)} />}
    </>
  );
}

const asked = [
  { name: 'bid', kind: 'number' },
  { name: 'ask', kind: 'number' },
] as const;

interface GradeDialogProps {
  readonly execution: Execution;
  readonly onClose: () => void;
}

function GradeDialog({ execution, onClose }: GradeDialogProps): ReactNode {
  const { exec_id, action, instrument } = execution;
  const [quote, setQuote] = useState<Readonly<Record<string, unknown>>>({});
  // The service judges what was written; a form cannot know more.
  const query = { trade_id: exec_id, ...quote } as { readonly trade_id: string };
  const graded = useEndpoint('costs', 'executionQuality', { query }, { steady: true });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setQuote(readForm(new FormData(event.currentTarget), asked));
  };
  const problem = graded.error;
  const elsewhere = problem !== null && !problem.fields.some(({ field }) => field === 'bid' || field === 'ask');
  return (
    <Dialog title={`How good was this fill of ${instrument}?`} onClose={onClose}>
      <p>
        {action === 'BOT' ? 'Bought' : 'Sold'} <Amount value={execution.quantity} as="quantity" /> at{' '}
        <Amount value={execution.price} as="price" />
      </p>
      {graded.isPending && <Loading height={60} />}
      {graded.isSuccess && <GradeOf graded={graded.data} />}
      {elsewhere && <p role="alert">{problem.message}</p>}
      <form className="inline-form" onSubmit={submit}>
        <Field label="Bid at that time" name="bid" inputMode="decimal" required problem={problem} />
        <Field label="Ask at that time" name="ask" inputMode="decimal" required problem={problem} />
        <button type="submit" className="button">
          Grade with these quotes
        </button>
      </form>
    </Dialog>
  );
}

function GradeOf({ graded }: { readonly graded: FillGrade }): ReactNode {
  const { grade, score, slippage_bps, slippage_estimate, price_improvement, effective_spread } = graded;
  return (
    <div role="status">
      {graded.problems.map(({ code, message }) => (
        <p key={code}>{message}</p>
      ))}
      {grade !== null && (
        <>
          <Facts
            convention={graded.convention}
            rows={[
              ['Grade', <strong key="g">{grade}</strong>],
              ['Score of 100', plain(score, 0)],
              ['Slippage, basis points', plain(slippage_bps, 2)],
              ['Cost', <Amount key="s" value={slippage_estimate === null ? null : -slippage_estimate} result />],
              ['Price improvement per share', <Amount key="i" value={price_improvement} as="mean" />],
              ['Effective spread', <Amount key="e" value={effective_spread} as="mean" />],
            ]}
          />
          <p className="quiet">
            {graded.quote_source === 'given'
              ? 'Against the bid and ask you entered.'
              : `Against a quote of ${graded.quote_source}, ${plain(graded.quote_age_seconds, 0)} seconds from the fill.`}
          </p>
        </>
      )}
    </div>
  );
}
