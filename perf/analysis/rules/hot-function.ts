// One function takes much of a profile. A profile is not a request: only shares of it count, never milliseconds.
import { profileOfStacks } from '../../ask/snapshot.ts';
import type { StackProfile } from '../../model/snapshot.ts';
import { percent, truncate } from '../findings/text.ts';
import { defineRule } from './rule.ts';

const WORTH_A_LOOK = 0.2;
const MUCH = 0.4;
/** With fewer records a share means nothing. */
const LEAST_RECORDS = 20;
/** Frames that did no work, or that no advice by name can help. */
const NOT_ACTIONABLE =
  /^\(?(?:idle|program|root|no symbol|unknown)\)?$|^\[(?:unknown|idle)\]$|\b(?:epoll_wait|futex|poll_schedule_timeout)\b/i;
const COLLECTORS =
  /^\(?garbage collector\)?$|^runtime\.(?:gcBgMarkWorker|scanobject|gcDrain)|\bGC(?:Task)?Thread\b|^\(?garbage collection\)?$/i;

/** How this language is profiled again, to see that it helped. */
const AGAIN: Readonly<Record<string, string>> = {
  PHP: 'Profile the same request again (Excimer, SPX or Xdebug)',
  JavaScript: 'Record again with `node --cpu-prof`, or in the browser',
  Python: 'Record again with `py-spy record`',
  Ruby: 'Record again with `rbspy record` or StackProf',
  Go: 'Record again with `go tool pprof`',
  Java: 'Record again with async-profiler',
};

interface Hot {
  readonly profile: StackProfile;
  readonly frame: string;
  readonly value: number;
  readonly share: number;
  readonly caller: string | null;
}

export const hotFunction = defineRule({
  type: 'hot_function',
  source: 'https://www.brendangregg.com/flamegraphs.html',
  find: ({ snapshot }) => {
    const [worst] = (snapshot.stack_profiles ?? [])
      .flatMap((profile) => hottestIn(profile) ?? [])
      .toSorted((a, b) => b.share - a.share);
    if (worst === undefined) return null;
    const { profile, frame, value, share, caller } = worst;
    const name = truncate(frame);
    const spent = wordsOf(profile.unit);
    const isCollector = COLLECTORS.test(frame);
    const language = profile.language === null ? '' : `${profile.language}: `;
    return {
      title: isCollector
        ? `${language}${percent(share)} ${spent} is spent on garbage collection`
        : `${language}${percent(share)} ${spent} is spent in ${name} itself`,
      severity: share >= MUCH ? 'P1' : 'P2',
      impact: `${name} takes ${percent(share)} of ${profile.name} (${profile.kind}, ${recordsOf(profile)} records) for itself, without what it calls${caller === null ? '' : `; it is called most from ${truncate(caller)}`}.`,
      action: isCollector
        ? 'Look for what allocates most (a heap or allocation profile shows it): fewer and shorter-lived objects cause less garbage collection.'
        : `Read ${name}: how often it is called and with how much. \`mcp-perf-server ask --callers-of\` shows who calls it.`,
      verification: `${AGAIN[profile.language ?? ''] ?? 'Record the same work again'}; its share must be smaller (\`ask --compare-with\`).`,
      metrics: { share_of_profile: share, value, total: profile.total, severity_score_ms: timeOf(value, profile.unit) },
      samples: recordsOf(profile),
      evidence: profile.evidence,
    };
  },
});

function hottestIn(profile: StackProfile): Hot | null {
  if (recordsOf(profile) < LEAST_RECORDS) return null;
  const { profiled } = profileOfStacks([profile]);
  const ranked = profiled.rank('self');
  // Waiting is not part of the work.
  const busy = ranked.filter(({ frame }) => !NOT_ACTIONABLE.test(frame));
  const all = busy.reduce((sum, { value }) => sum + value, 0);
  const [first] = busy;
  if (first === undefined || all <= 0 || first.value < WORTH_A_LOOK * all) return null;
  const caller = profiled.callersOf(first.frame)[0]?.frame ?? null;
  return { profile, frame: first.frame, value: first.value, share: first.value / all, caller };
}

/** A line of collapsed stacks stands for many samples. */
function recordsOf({ unit, total, samples }: StackProfile): number {
  return unit === 'samples' ? Math.max(total, samples) : samples;
}

/** Callgrind counts instructions and cache misses: shares of those are not shares of time. */
function wordsOf(unit: string): string {
  if (unit === 'bytes') return 'of the memory';
  if (unit === 'Ir') return 'of the instructions';
  return unit in MS || unit === 'samples' || /^time/i.test(unit) ? 'of the time' : `of the ${unit}`;
}

const MS: Readonly<Record<string, number>> = { nanoseconds: 1e-6, microseconds: 1e-3, milliseconds: 1, seconds: 1000 };

/** Null where the profile has no clock. */
function timeOf(value: number, unit: string): number | null {
  const ms = MS[unit];
  return ms === undefined ? null : value * ms;
}
