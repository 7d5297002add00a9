// A review in four keys: the grade, the mood, the mistake, a note; Enter saves it and opens the next trade.
import { mistakeNames, nameTrade } from '@zorivest/vocabulary';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { withFilter } from '../../filter/filter.ts';
import { optionsOf } from '../../components/field.tsx';
import { OpenForm } from '../../components/form-dialog.tsx';
import type { FormValues } from '../../components/form-values.ts';
import { NONE } from '../../components/option-keys.ts';
import { isTyping } from '../../components/typing.ts';
import { type Answer, api } from '../../client/client.ts';
import { useNextToReview } from './neighbours.tsx';
import { grades, moods } from './review-words.ts';

type Trip = Answer<'roundTrips', 'get'>;
type Changes = Parameters<typeof api.reports.upsertMany>[0]['body']['changes'];
type NewMistake = Parameters<typeof api.mistakes.create>[0]['body'];

/** Says in the address that it is open, so that the next trade opens with it. */
const ASKED = 'review';

interface QuickReviewProps {
  readonly trip: Trip;
  readonly execId: string;
}

export function QuickReview({ trip, execId }: QuickReviewProps): ReactNode {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const isOpen = new URLSearchParams(search).get(ASKED) === 'keys';
  const next = useNextToReview();
  // After a save it moves on; leaving without one stays.
  const isSaved = useRef(false);
  const open = () => navigate(`${path}${withFilter(search, { [ASKED]: 'keys' })}`, { replace: true });
  const close = () => navigate(`${path}${withFilter(search, { [ASKED]: null })}`, { replace: true });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'r' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  const { report } = trip;
  return (
    <>
      <button type="button" className="button" title="Review by keys (r)" onClick={open}>
        Review by keys
      </button>
      {isOpen && (
        <OpenForm
          key={execId}
          title={`Review of ${nameTrade(trip)}`}
          changes="report"
          form={`review-by-keys:${execId}`}
          fields={[
            { name: 'grade', label: 'Grade', kind: 'keys', options: grades, value: report?.execution_quality },
            { name: 'mood', label: 'Mood', kind: 'keys', options: optionsOf(moods), value: report?.emotional_state },
            {
              name: 'mistake',
              label: 'Mistake',
              kind: 'keys',
              options: [[NONE, 'None'], ...optionsOf(mistakeNames)],
            },
            { name: 'note', label: 'Note', value: report?.lessons_learned },
          ]}
          before={
            <p className="quiet">
              A key answers and moves on; Enter saves the review{next === null ? '' : ' and opens the next trade'}.
            </p>
          }
          save={async (values) => {
            await keepReview(trip, execId, values);
            isSaved.current = true;
          }}
          onClose={() => {
            const opensNext = isSaved.current && next !== null;
            isSaved.current = false;
            if (opensNext) navigate(next);
            else close();
          }}
        />
      )}
    </>
  );
}

async function keepReview({ plan, report, mistakes }: Trip, execId: string, values: FormValues): Promise<void> {
  const { grade, mood, mistake, note } = values;
  const isNew = mistake !== undefined && mistake !== NONE && !mistakes.some(({ category }) => category === mistake);
  const changes = {
    setup_quality: grade,
    execution_quality: grade,
    emotional_state: mood,
    ...(note !== undefined && { lessons_learned: note }),
    // A plan was followed unless one says that it was not; what an earlier review says of it stays.
    ...(report === null && { followed_plan: plan !== null && mistake !== 'ignored_plan' }),
  } as unknown as Changes; // the service judges the words of each field
  await api.reports.upsertMany({ body: { exec_ids: [execId], changes } });
  if (isNew) await api.mistakes.create({ body: { trade_exec_id: execId, category: mistake } as unknown as NewMistake });
}
