// What can be done with the trades that were chosen.
import type { ReactNode } from 'react';
import { count } from '../../amount/format.ts';
import { Act } from '../../components/act.tsx';
import { saveFile } from '../../components/save-file.ts';
import { api } from '../../client/client.ts';
import { type ActKind, allOf } from './acts.tsx';
import { chosenCsv } from './selected-csv.ts';
import type { Trip } from './columns.ts';

interface BulkProps {
  readonly chosen: readonly Trip[];
  readonly onAct: (kind: ActKind) => void;
  readonly onClear: () => void;
}

const buttons: readonly (readonly [ActKind, string])[] = [
  ['tag', 'Tag'],
  ['review', 'Review'],
  ['mistake', 'Mistake'],
  ['change', 'Change'],
  ['delete', 'Delete selected'],
];

export function Bulk({ chosen, onAct, onClear }: BulkProps): ReactNode {
  if (chosen.length === 0) return null;
  return (
    <div className="page-tools bulk" role="group" aria-label="Selected trades">
      <strong role="status">{`${count(chosen.length)} selected`}</strong>
      {buttons.map(([kind, name]) => (
        <button key={kind} type="button" className="button" onClick={() => onAct(kind)}>
          {name}
        </button>
      ))}
      {chosen.length > 1 && (
        <Act
          act={() => api.structures.join({ body: { exec_ids: allOf(chosen) } })}
          changes="structure"
          onDone={onClear}
        >
          Merge
        </Act>
      )}
      <button
        type="button"
        className="button"
        onClick={() => saveFile(new Blob([chosenCsv(chosen)], { type: 'text/csv' }), 'chosen-trades.csv')}
      >
        CSV of selected
      </button>
      <button type="button" className="button" onClick={onClear}>
        Clear selection
      </button>
    </div>
  );
}
