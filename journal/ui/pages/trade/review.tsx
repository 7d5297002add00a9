// What the trader thinks of a trade once it is over: grades, lessons, tags and mistakes.
import { mistakeNames } from '@zorivest/vocabulary';
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { Act } from '../../components/act.tsx';
import { optionsOf } from '../../components/field.tsx';
import { type FieldSpec, FormDialog } from '../../components/form-dialog.tsx';
import { type FormValues, listOf, onlyChanged } from '../../components/form-values.ts';
import { Empty } from '../../components/states.tsx';
import { type Answer, api } from '../../client/client.ts';
import { QuickReview } from './quick-review.tsx';
import { grades, moods } from './review-words.ts';

type Trip = Answer<'roundTrips', 'get'>;
type Report = NonNullable<Trip['report']>;
type Mistake = Trip['mistakes'][number];
type NewReport = Parameters<typeof api.reports.create>[0]['body'];
type NewMistake = Parameters<typeof api.mistakes.create>[0]['body'];
type MistakeChanges = Parameters<typeof api.mistakes.update>[0]['body'];

export function Review({ trip }: { readonly trip: Trip }): ReactNode {
  const { report } = trip;
  // A review stands on one execution; of a trade that has none yet it is the first.
  const execId = report?.trade_id ?? trip.executions[0]?.exec_id;
  return (
    <section className="card" aria-labelledby="review">
      <h2 id="review">Review</h2>
      {report === null ? (
        <Empty>No review yet. Grade the setup and the execution while you remember them.</Empty>
      ) : (
        <>
          <p>
            Setup {report.setup_quality}, execution {report.execution_quality},{' '}
            {report.followed_plan ? 'followed the plan, ' : trip.plan === null ? '' : 'did not follow the plan, '}
            {moods[report.emotional_state].toLowerCase()}
          </p>
          {report.lessons_learned && <p className="own-words">{report.lessons_learned}</p>}
        </>
      )}
      {execId !== undefined && (
        <>
          <p className="page-tools">
            <QuickReview trip={trip} execId={execId} />
            <WriteReview execId={execId} report={report} />
            {report !== null && (
              <Act act={() => api.reports.remove({ params: { exec_id: execId } })} changes="report">
                Delete review
              </Act>
            )}
          </p>
          <Mistakes mistakes={trip.mistakes} execId={execId} />
        </>
      )}
    </section>
  );
}

function reviewFields(report: Report | null): readonly FieldSpec[] {
  return [
    { name: 'setup_quality', label: 'Setup', options: grades, value: report?.setup_quality },
    { name: 'execution_quality', label: 'Execution', options: grades, value: report?.execution_quality },
    { name: 'followed_plan', label: 'Followed the plan', kind: 'flag', value: report?.followed_plan },
    { name: 'emotional_state', label: 'Mood', options: optionsOf(moods), value: report?.emotional_state },
    { name: 'lessons_learned', label: 'Lessons', kind: 'long', value: report?.lessons_learned },
    { name: 'tags', label: 'Tags, separated by commas', value: report?.tags.join(', ') },
  ];
}

function WriteReview({ execId, report }: { readonly execId: string; readonly report: Report | null }): ReactNode {
  const params = { exec_id: execId };
  const bodyOf = (values: FormValues): NewReport =>
    ({
      ...values,
      lessons_learned: values['lessons_learned'] ?? '',
      tags: listOf(values['tags']),
    }) as unknown as NewReport; // the service judges the words of each field
  return (
    <FormDialog
      button={report === null ? 'Write a review' : 'Change review'}
      title="Review"
      changes="report"
      form={`review:${execId}`}
      fields={reviewFields(report)}
      save={(values, changed) =>
        report === null
          ? api.reports.create({ params, body: bodyOf(values) })
          : api.reports.update({ params, body: onlyChanged(bodyOf(values), changed) })
      }
    />
  );
}

function mistakeFields(mistake?: Mistake): readonly FieldSpec[] {
  return [
    { name: 'category', label: 'Mistake', options: optionsOf(mistakeNames), value: mistake?.category },
    { name: 'estimated_cost', label: 'Approximate cost', kind: 'number', value: mistake?.estimated_cost },
    { name: 'notes', label: 'What happened', kind: 'long', value: mistake?.notes },
  ];
}

interface MistakesProps {
  readonly mistakes: readonly Mistake[];
  readonly execId: string;
}

function Mistakes({ mistakes, execId }: MistakesProps): ReactNode {
  return (
    <>
      {mistakes.length > 0 && (
        <ul className="mistakes" aria-label="Mistakes">
          {mistakes.map((mistake) => (
            <li key={mistake.id}>
              <strong>{mistakeNames[mistake.category]}</strong> <Amount value={mistake.estimated_cost} />
              {mistake.notes !== null && <span className="own-words">{mistake.notes}</span>}
              <FormDialog
                button="Change"
                about={mistakeNames[mistake.category]}
                title="A mistake"
                changes="mistake"
                form={`mistake:${mistake.id}`}
                fields={mistakeFields(mistake)}
                save={async (_values, changed) => {
                  const body = changed as unknown as MistakeChanges;
                  await api.mistakes.update({ params: { mistake_id: mistake.id }, body });
                }}
              />
              <Act act={() => api.mistakes.remove({ params: { mistake_id: mistake.id } })} changes="mistake">
                Remove
              </Act>
            </li>
          ))}
        </ul>
      )}
      <FormDialog
        button="Add a mistake"
        title="A mistake"
        changes="mistake"
        form={`mistake:new of ${execId}`}
        fields={mistakeFields()}
        save={(values) => api.mistakes.create({ body: { trade_exec_id: execId, ...values } as unknown as NewMistake })}
      />
    </>
  );
}
