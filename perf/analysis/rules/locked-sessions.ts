// PHP's file sessions are locked from session_start() to the end of the request: a visitor's requests wait in a row.
import { ms } from '../findings/text.ts';
import { defineRule, severityOfShare, findSpans } from './rule.ts';

/** Opening a session takes well under a millisecond; what takes this long is waiting. */
const WAITING_MS = 50;

export const lockedSessions = defineRule({
  type: 'locked_sessions',
  source: 'https://www.php.net/manual/en/session.examples.basic.php',
  find: ({ snapshot }) => {
    const [worst] = findSpans(snapshot, /^session_start$/)
      .filter(({ span }) => span.self_ms >= WAITING_MS)
      .toSorted((a, b) => b.span.self_ms - a.span.self_ms);
    if (worst === undefined) return null;
    const { profile, span } = worst;
    const wall = profile.wall_ms ?? span.self_ms;
    return {
      title: `${profile.endpoint} waits for its session's lock`,
      severity: severityOfShare(span.self_ms / wall, span.self_ms) ?? 'P2',
      impact: `session_start() took ${ms(span.self_ms)} of a request to ${profile.endpoint}: another request of the same visitor held the session lock.`,
      action:
        'Call session_write_close() as soon as the session has been written, or session_start(["read_and_close" => true]) where it is only read, so that requests of one visitor need not wait for each other.',
      verification:
        'Profile two simultaneous requests of one session: session_start() must take less than a millisecond in both.',
      metrics: { self_ms: span.self_ms, share_of_request: span.self_ms / wall, severity_score_ms: span.self_ms },
      samples: 1,
      evidence: span.evidence,
      endpoint: profile.endpoint,
    };
  },
});
