// What an act outside has changed, which could not be shown before it was done.
import { visible } from '@zorivest/vocabulary';
import type { ReactNode } from 'react';
import type { Answer } from '../../client/client.ts';
import { valueText } from '../../components/changed-fields.ts';
import { ChangedRow, countedSum } from './write.tsx';

export type DecidedApproval = Answer<'approvals', 'decide'>;

export const isDoneOutside = ({ kind, status }: DecidedApproval): boolean =>
  kind === 'outside' && (status === 'approved' || status === 'failed');

interface DoneProps {
  readonly approval: DecidedApproval;
  readonly close: () => void;
}

export function ApprovalOutcome({ approval, close }: DoneProps): ReactNode {
  const { summary, status, sums, changes, more = 0, error } = approval;
  const what = sums.map(countedSum).join(', ');
  return (
    <article className="card approval" aria-label={`Done: ${summary}`}>
      <p role="status">
        <strong>{status === 'failed' ? 'Not completed' : 'Done'}</strong>: {summary}.{' '}
        {error !== undefined && `${visible(valueText(error.detail))}. `}
        {what === '' ? 'The book has not changed.' : `In the book it ${what}.`}
      </p>
      {changes.length > 0 && (
        <details>
          <summary>Changes</summary>
          <ul className="changes">
            {changes.map((change, at) => (
              <ChangedRow key={at} change={change} />
            ))}
          </ul>
          {more > 0 && <p>and {more} more</p>}
        </details>
      )}
      <button type="button" className="button" onClick={close}>
        Close
      </button>
    </article>
  );
}
