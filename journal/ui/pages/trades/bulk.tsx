// One act on all trades that were chosen: everything is done or nothing.
import type { ReactNode } from 'react';
import { count } from '../../amount/format.ts';
import { Act } from '../../parts/act.tsx';
import { AskFirst } from '../../parts/ask-first.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { listOf } from '../../parts/given.ts';
import { useAccountOptions } from '../../service/accounts.ts';
import { type Answer, api } from '../../service/client.ts';

type Trip = Answer<'roundTrips', 'list'>['items'][number];

const executionsOf = ({ entry_exec_ids, exit_exec_ids }: Trip) => [...entry_exec_ids, ...exit_exec_ids];

interface BulkProps {
  readonly chosen: readonly Trip[];
  readonly onClear: () => void;
}

export function Bulk({ chosen, onClear }: BulkProps): ReactNode {
  const accounts = useAccountOptions();
  if (chosen.length === 0) return null;
  const exec_ids = chosen.flatMap(executionsOf);
  const firsts = chosen.flatMap((trip) => executionsOf(trip).slice(0, 1));
  return (
    <div className="page-tools bulk" role="group" aria-label="Chosen trades">
      <strong role="status">{`${count(chosen.length)} chosen`}</strong>
      <FormDialog
        button="Tag"
        title={`Tags of ${count(chosen.length)} trades`}
        changes="tag"
        fields={[
          { name: 'add', label: 'Add, by comma' },
          { name: 'remove', label: 'Take off, by comma' },
        ]}
        save={async ({ add, remove }) => {
          // A new tag stands on one execution of a trade; an old one may stand on any.
          if (remove !== undefined) await api.tags.apply({ body: { exec_ids, remove: listOf(remove) } });
          if (add !== undefined) await api.tags.apply({ body: { exec_ids: firsts, add: listOf(add) } });
        }}
      />
      <FormDialog
        button="Change"
        title={`Change ${count(exec_ids.length)} executions`}
        changes="trade"
        fields={[
          { name: 'account_id', label: 'Account', options: [['', 'As it is'], ...accounts] },
          { name: 'notes', label: 'Notes (empty leaves them)', kind: 'long' },
        ]}
        save={async (given) => {
          const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
          if (Object.keys(changes).length > 0) await api.trades.patchMany({ body: { exec_ids, changes } });
        }}
      />
      {chosen.length > 1 && (
        <Act act={() => api.structures.join({ body: { exec_ids } })} changes="structure" onDone={onClear}>
          Join into one
        </Act>
      )}
      <AskFirst
        button="Delete chosen"
        title={`Delete ${count(exec_ids.length)} executions?`}
        act={() => api.trades.removeMany({ body: { exec_ids } })}
        changes="trade"
        onDone={onClear}
      >
        {`These are all executions of ${count(chosen.length)} trades, with their reviews and images. A backup is the only way back.`}
      </AskFirst>
      <button type="button" className="button" onClick={onClear}>
        Choose none
      </button>
    </div>
  );
}
