// What the evening asks for: trades without a review, plans that wait, and what keeps the figures from being right.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { count, plain } from '../../amount/format.ts';
import type { Answer } from '../../client/client.ts';
import { useWaiting } from '../assistant/approvals.tsx';
import { nameOf } from '../plans/plan.ts';
import { useEvening } from './use-evening.ts';

type Evening = Answer<'app', 'evening'>;

/** More of them are counted. */
const NAMED_PLANS = 3;

interface Task {
  readonly href: string;
  readonly text: string;
}

const task = (n: number, href: string, one: string, many: string): Task[] =>
  n === 0 ? [] : [{ href, text: n === 1 ? one : `${count(n)} ${many}` }];

function tasksOf({ to_review, questions, differences, wrong_figures, unreadable, ...evening }: Evening): Task[] {
  return [
    ...task(
      to_review.count,
      `/trades?from=${to_review.from}&slice=review:none`,
      'One trade of the week to review',
      'trades of the week to review',
    ),
    ...planTasks(evening),
    ...task(questions, '/accounts', 'One event needs your answer', 'events need your answer'),
    ...task(differences, '/accounts', 'One difference with the broker', 'differences with the broker'),
    ...task(
      wrong_figures.count,
      `/tax/${wrong_figures.tax_year}?part=missing`,
      'One data fault affects this year’s figures',
      'data faults affect this year’s figures',
    ),
    ...unreadable.flatMap(({ name, rows }) =>
      task(rows, '/imports', `One row of ${name} could not be read`, `rows of ${name} could not be read`),
    ),
  ];
}

/** Those that may fill tomorrow by name, the others by their number. */
function planTasks({ active_plans, plans }: Pick<Evening, 'active_plans' | 'plans'>): Task[] {
  const near = plans.filter(({ is_near }) => is_near);
  const named = near.slice(0, NAMED_PLANS);
  const waiting = active_plans - named.filter(({ status }) => status === 'active').length;
  return [
    ...named.map((plan) => ({
      href: '/plans',
      text: `${nameOf(plan)} is near its entry, ${plain(Math.abs(plan.distance_r ?? 0), 1)} R away`,
    })),
    ...(named.length === 0
      ? task(waiting, '/plans', 'One plan waits for its entry', 'plans wait for their entry')
      : task(waiting, '/plans', 'One more plan waits', 'more plans wait')),
  ];
}

export function Tonight(): ReactNode {
  const evening = useEvening();
  const waiting = useWaiting().length;
  const approvals = task(waiting, '/assistant', 'One approval waits', 'approvals wait');
  const tasks = [...approvals, ...(evening.data === undefined ? [] : tasksOf(evening.data))];
  return (
    <section className="tonight" aria-label="To do tonight">
      <h2>To do tonight</h2>
      {tasks.length > 0 && (
        <ul>
          {tasks.map(({ href, text }) => (
            <li key={text}>
              <Link href={href}>{text}</Link>
            </li>
          ))}
        </ul>
      )}
      {evening.isError && (
        <>
          <span className="quiet">{evening.error.message}</span>
          <button type="button" className="button" onClick={() => void evening.refetch()}>
            Retry
          </button>
        </>
      )}
      {evening.isPending && <span className="quiet">Checking …</span>}
      {evening.isSuccess && tasks.length === 0 && <span className="quiet">Nothing to do.</span>}
    </section>
  );
}
