// A job that was meant for a worker runs while the visitor waits: the queue's driver is `sync`.
import { ms, percent } from '../findings/text.ts';
import { defineRule, factsOf, findWorstSpan, severityOfShare } from './rule.ts';

const RUNS = /^Illuminate\\Queue\\SyncQueue::push$/;

export const queuedWork = defineRule({
  type: 'queued_work_in_request',
  source: 'https://laravel.com/docs/queues#driver-prerequisites',
  find: ({ snapshot }) => {
    const worst = findWorstSpan(snapshot, RUNS);
    if (worst === null) return null;
    const { profile, span, share } = worst;
    const severity = severityOfShare(share, span.total_ms);
    if (severity === null) return null;
    const jobs = span.calls === 1 ? 'One queued job' : `${span.calls} queued jobs`;
    return {
      title: `${profile.endpoint} does its queued work while the visitor waits`,
      severity,
      impact: `${jobs} ran within a request to ${profile.endpoint}: ${ms(span.total_ms)} of ${ms(profile.wall_ms ?? 0)} (${percent(share)}).`,
      action:
        'Set QUEUE_CONNECTION to a queue that a worker empties (database, redis, sqs) and run php artisan queue:work; what only has to wait for the answer is dispatched with dispatchAfterResponse().',
      verification: 'Profile the request again: SyncQueue::push must be gone, and the job run in the worker.',
      ...factsOf(worst),
    };
  },
});
