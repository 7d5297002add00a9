// The address of a trade that is not there any more: it was deleted, and this is the way back.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { moment } from '../../amount/time.ts';
import { Empty, ErrorState, Loading } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import type { Problem } from '../../client/problem.ts';
import { UndoChange } from '../../components/undo.tsx';

interface DeletedTradeProps {
  readonly id: string;
  readonly problem: Problem;
  readonly retry: () => void;
}

/** A trade goes by its first execution, alone or with other legs. */
const firstExecution = (id: string): string => id.replace(/^(?:rt|st)-/, '');

export function DeletedTrade({ id, problem, retry }: DeletedTradeProps): ReactNode {
  const bin = useEndpoint('bin', 'list', { query: { exec_id: firstExecution(id), limit: 1 } });
  if (bin.isPending) return <Loading height={80} />;
  const [entry] = bin.data?.items ?? [];
  if (entry === undefined) return <ErrorState problem={problem} retry={retry} />;
  return (
    <Empty action={<UndoChange undo={{ bin_id: entry.id, why_not: null }} onDone={retry} />}>
      This trade was deleted on {moment(entry.at)} by {entry.actor === 'person' ? 'you' : (entry.label ?? entry.actor)}:{' '}
      {entry.what}. <Link href="/trades?period=all">All trades</Link>
    </Empty>
  );
}
