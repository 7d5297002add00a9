// One act on one or many trades: everything is done or nothing.
import { mistakeNames, nameTrade } from '@zorivest/vocabulary';
import type { ReactNode } from 'react';
import { count } from '../../amount/format.ts';
import { AskDialog } from '../../components/ask-first.tsx';
import { type Options, optionsOf } from '../../components/field.tsx';
import { type FieldSpec, OpenForm } from '../../components/form-dialog.tsx';
import { type FormValues, listOf } from '../../components/form-values.ts';
import { useAccountOptions } from '../../components/accounts.ts';
import { api } from '../../client/client.ts';
import { grades, moods } from '../trade/review-words.ts';
import type { Trip } from './columns.ts';

export type ActKind = 'tag' | 'review' | 'mistake' | 'change' | 'delete';

const executionsOf = ({ entry_exec_ids, exit_exec_ids }: Trip) => [...entry_exec_ids, ...exit_exec_ids];

/** All executions of the trades. */
export const allOf = (trips: readonly Trip[]): string[] => trips.flatMap(executionsOf);
/** Remarks about a trade are stored on its first execution. */
const firstsOf = (trips: readonly Trip[]): string[] => trips.flatMap((trip) => executionsOf(trip).slice(0, 1));

/** The draft of an act on these trades and no others. */
const formOf = (act: string, trips: readonly Trip[]): string =>
  `${act}:${trips[0]?.id ?? ''}${trips.length > 1 ? ` and ${trips.length - 1}` : ''}`;

const nameTrips = (trips: readonly Trip[]): string =>
  trips.length === 1 ? (trips[0] === undefined ? '' : nameTrade(trips[0])) : `${count(trips.length)} trades`;

/** Only what was written: what is left empty stays as it is. */
const dropEmpty = (values: FormValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const AS_IT_IS = ['', 'Unchanged'] as const;
const withAsItIs = (options: Options): Options => [AS_IT_IS, ...options];

const reviewFields: readonly FieldSpec[] = [
  { name: 'setup_quality', label: 'Setup', options: withAsItIs(grades) },
  { name: 'execution_quality', label: 'Execution', options: withAsItIs(grades) },
  {
    name: 'followed_plan',
    label: 'Followed the plan',
    options: withAsItIs([
      ['yes', 'Yes'],
      ['no', 'No'],
    ]),
  },
  { name: 'emotional_state', label: 'Mood', options: withAsItIs(optionsOf(moods)) },
  { name: 'lessons_learned', label: 'Lessons (empty: unchanged)', kind: 'long' },
];

type MistakeBody = Parameters<typeof api.mistakes.createMany>[0]['body'];

interface ActProps {
  readonly trips: readonly Trip[];
  readonly onClose: () => void;
}

function TagAct({ trips, onClose }: ActProps): ReactNode {
  return (
    <OpenForm
      title={`Tags of ${nameTrips(trips)}`}
      changes="tag"
      form={formOf('tags', trips)}
      fields={[
        { name: 'add', label: 'Add, separated by commas' },
        { name: 'remove', label: 'Remove, separated by commas' },
      ]}
      save={async ({ add, remove }) => {
        // A new tag stands on one execution of a trade; an old one may stand on any.
        if (remove !== undefined) await api.tags.apply({ body: { exec_ids: allOf(trips), remove: listOf(remove) } });
        if (add !== undefined) await api.tags.apply({ body: { exec_ids: firstsOf(trips), add: listOf(add) } });
      }}
      onClose={onClose}
    />
  );
}

function ReviewAct({ trips, onClose }: ActProps): ReactNode {
  return (
    <OpenForm
      title={`Review of ${nameTrips(trips)}`}
      changes="report"
      form={formOf('review', trips)}
      fields={reviewFields}
      save={(values) => {
        const { followed_plan, ...changes } = dropEmpty(values);
        return api.reports.upsertMany({
          body: {
            exec_ids: firstsOf(trips),
            changes: { ...changes, ...(followed_plan !== undefined && { followed_plan: followed_plan === 'yes' }) },
          },
        });
      }}
      onClose={onClose}
    >
      <p className="quiet">
        Fields left empty stay unchanged. A first review needs both grades and whether the plan was followed.
      </p>
    </OpenForm>
  );
}

function MistakeAct({ trips, onClose }: ActProps): ReactNode {
  return (
    <OpenForm
      title={`A mistake in ${nameTrips(trips)}`}
      changes="mistake"
      form={formOf('mistake', trips)}
      fields={[
        { name: 'category', label: 'Mistake', options: optionsOf(mistakeNames) },
        { name: 'estimated_cost', label: 'Approximate cost in each', kind: 'number' },
        { name: 'notes', label: 'What happened', kind: 'long' },
      ]}
      save={(values) =>
        api.mistakes.createMany({ body: { exec_ids: firstsOf(trips), ...dropEmpty(values) } as unknown as MistakeBody })
      }
      onClose={onClose}
    />
  );
}

function ChangeAct({ trips, onClose }: ActProps): ReactNode {
  const accounts = useAccountOptions();
  const exec_ids = allOf(trips);
  return (
    <OpenForm
      title={`Change ${count(exec_ids.length)} executions`}
      changes="trade"
      form={formOf('change', trips)}
      fields={[
        { name: 'account_id', label: 'Account', options: withAsItIs(accounts) },
        { name: 'notes', label: 'Notes (empty: unchanged)', kind: 'long' },
      ]}
      save={async (values) => {
        const changes = dropEmpty(values);
        if (Object.keys(changes).length > 0) await api.trades.patchMany({ body: { exec_ids, changes } });
      }}
      onClose={onClose}
    />
  );
}

function DeleteAct({ trips, onClose, onGone }: ActProps & { readonly onGone: () => void }): ReactNode {
  const exec_ids = allOf(trips);
  return (
    <AskDialog
      button="Delete"
      title={`Delete ${count(exec_ids.length)} executions?`}
      act={() => api.trades.removeMany({ body: { exec_ids } })}
      changes="trade"
      onDone={onGone}
      onClose={onClose}
    >
      {`These are all executions of ${nameTrips(trips)}, with reviews and images. They can be restored from the bin for 30 days.`}
    </AskDialog>
  );
}

interface TripActProps extends ActProps {
  readonly kind: ActKind;
  /** Once they are deleted. */
  readonly onGone: () => void;
}

export function TripAct({ kind, onGone, ...act }: TripActProps): ReactNode {
  if (kind === 'tag') return <TagAct {...act} />;
  if (kind === 'review') return <ReviewAct {...act} />;
  if (kind === 'mistake') return <MistakeAct {...act} />;
  if (kind === 'change') return <ChangeAct {...act} />;
  return <DeleteAct {...act} onGone={onGone} />;
}
