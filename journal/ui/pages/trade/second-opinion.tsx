// A review by three readers with different eyes: written by the model that was set up, or the facts and questions for
// the person to answer.
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { plain } from '../../amount/format.ts';
import { Values } from '../../components/values.tsx';
import { useHidden } from '../../amount/privacy.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';

type Trip = Answer<'roundTrips', 'get'>;
type Opinion = Answer<'reviews', 'request'>;

export function SecondOpinion({ trip }: { readonly trip: Trip }): ReactNode {
  const [execId] = trip.entry_exec_ids;
  const ask = useMutation<Opinion, Problem>({
    mutationFn: () => api.reviews.request({ body: { trade_exec_id: execId ?? '' } }),
  });
  if (execId === undefined) return null;
  return (
    <section className="card" aria-labelledby="opinion">
      <h2 id="opinion">Second opinion</h2>
      <p>
        <button type="button" className="button" disabled={ask.isPending} onClick={() => ask.mutate()}>
          Ask for a review
        </button>
      </p>
      {ask.error && <p role="alert">{ask.error.message}</p>}
      {ask.data !== undefined && <OpinionText of={ask.data} />}
    </section>
  );
}

function OpinionText({ of: { status, personas, facts, model, cost_cents } }: { readonly of: Opinion }): ReactNode {
  const hidden = useHidden();
  return (
    <div role="status">
      {status === 'facts_only' ? (
        <p className="quiet">
          No model is set up (Settings, Reviewer). These are the questions; your assistant gets them with the facts
          below.
        </p>
      ) : (
        <p className="quiet">
          Written by {model}
          {cost_cents === null ? '' : ` for ${plain(cost_cents, 2)} cents`}
        </p>
      )}
      {personas.map(({ persona, focus, questions, review }) => (
        <article key={persona} aria-label={persona}>
          <h3>{persona.replaceAll('_', ' ')}</h3>
          <p className="quiet">{focus}</p>
          {review === null ? (
            <ul>
              {questions.map((question) => (
                <li key={question}>{question}</li>
              ))}
            </ul>
          ) : (
            <p className="own-words">{review}</p>
          )}
        </article>
      ))}
      {!hidden && (
        <details>
          <summary>The facts</summary>
          <Values of={facts} />
        </details>
      )}
    </div>
  );
}
