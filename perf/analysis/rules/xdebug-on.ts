// Xdebug slows every request down: what was timed with it says little about the site without it.
import { defineRule, findSpans } from './rule.ts';

export const xdebugOn = defineRule({
  type: 'xdebug_on',
  source: 'https://xdebug.org/docs/install#mode',
  find: ({ snapshot }) => {
    const traced = snapshot.request_profiles.filter(({ kind }) => kind === 'cachegrind');
    // Functions that exist only where Xdebug is loaded, met in a profile another profiler made.
    const called = findSpans(snapshot, /^xdebug_\w+$/).filter(({ profile }) => profile.kind === 'spx');
    const timed = snapshot.request_profiles.filter(
      (one) =>
        one.kind === 'timing' &&
        traced.some((profile) => overlaps(profile.started_at, profile.wall_ms, one.started_at, one.wall_ms)),
    );
    if (called.length === 0 && timed.length === 0) return null;
    const evidence = called[0]?.span.evidence ?? timed[0]!.evidence;
    return {
      title: 'Requests were measured with Xdebug on',
      severity: 'P2',
      impact:
        called.length > 0
          ? `${called[0]!.span.label}() exists only where Xdebug is loaded, and ${called[0]!.profile.endpoint} called it: Xdebug slows down every function call of this server.`
          : `${timed.length} timed requests ran while Xdebug wrote a profile: their times include the overhead of Xdebug.`,
      action:
        'Set xdebug.mode=off (or do not load it) on servers people use, and time requests without it; profile with a trigger (xdebug.start_with_request=trigger), in requests that are not timed.',
      verification: 'php -i must not list xdebug, or say xdebug.mode => off; then time the requests again.',
      metrics: { timed_requests: timed.length, profiles: traced.length },
      samples: Math.max(timed.length, called.length),
      evidence,
    };
  },
});

function overlaps(start: string | null, wall: number | null, other: string | null, otherWall: number | null): boolean {
  if (start === null || other === null) return false;
  const [a, b] = [Date.parse(start), Date.parse(other)];
  // A profile's name tells only the second it began in.
  return b < a + 1000 + (wall ?? 0) && b + (otherWall ?? 0) > a;
}
