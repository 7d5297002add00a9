// What a comparison could not judge. Silence is no pass: an endpoint nobody asked for, a log that was forgotten and a page
// that only answers with errors are named, and the gate says that it cannot tell.
import type { Snapshot } from '../model/snapshot.ts';
import type { EndpointSide, Side } from './side.ts';

export interface Missing {
  readonly what: 'endpoint' | 'input' | 'answers' | 'attribution';
  /** Which side lacks it. */
  readonly side: 'baseline' | 'candidate' | 'both';
  readonly name: string;
  readonly message: string;
}

const INPUTS = {
  timings: ['ttfb_timings'],
  'a database log': ['mysql_slow_log', 'postgres_log'],
  'an access log': ['access_log'],
  profiles: ['spx', 'xdebug_cachegrind'],
  'profiles of other languages': ['stack_profile'],
} as const satisfies Record<string, readonly string[]>;

export function missingOf(
  baseline: readonly Snapshot[],
  candidate: readonly Snapshot[],
  before: Side,
  after: Side,
): Missing[] {
  return [
    ...missingInputs(baseline, candidate),
    ...missingEndpoints(before, after),
    ...onlyErrors(before, after),
    ...onlyStacks(baseline, candidate),
  ];
}

function missingInputs(baseline: readonly Snapshot[], candidate: readonly Snapshot[]): Missing[] {
  return Object.entries(INPUTS).flatMap(([name, types]): Missing[] => {
    const has = (snapshots: readonly Snapshot[]) =>
      snapshots.some(({ sources }) => sources.some(({ type }) => types.some((one) => one === type)));
    const [was, is] = [has(baseline), has(candidate)];
    if (was === is) return [];
    const side = was ? 'candidate' : 'baseline';
    return [
      {
        what: 'input',
        side,
        name,
        message: `The ${side} holds no ${name.replace(/^an? /, '')}, the ${was ? 'baseline' : 'candidate'} does. Was it left out?`,
      },
    ];
  });
}

/** Stacks alone hold nothing that is judged. */
function onlyStacks(baseline: readonly Snapshot[], candidate: readonly Snapshot[]): Missing[] {
  const sources = [...baseline, ...candidate].flatMap(({ sources: list }) => list);
  if (sources.length === 0 || !sources.every(({ type }) => type === 'stack_profile')) return [];
  return [
    {
      what: 'input',
      side: 'both',
      name: 'anything to judge',
      message: 'Profiles of other languages are not judged; ask --compare-with shows what changed in them.',
    },
  ];
}

function missingEndpoints(before: Side, after: Side): Missing[] {
  return [...before.endpoints.values()]
    .filter(({ endpoint, profiled, traffic }) => !after.endpoints.has(endpoint) && !profiled && traffic === null)
    .map(({ endpoint }) => ({
      what: 'endpoint' as const,
      side: 'candidate' as const,
      name: endpoint,
      message: `${endpoint} was asked for in the baseline and not in the candidate.`,
    }));
}

function onlyErrors(before: Side, after: Side): Missing[] {
  return [...after.endpoints.values()]
    .filter((side) => failsAlways(side) && failsAlways(before.endpoints.get(side.endpoint)))
    .map(({ endpoint, statuses }) => ({
      what: 'answers' as const,
      side: 'both' as const,
      name: endpoint,
      message: `${endpoint} answered only with errors (${[...statuses.keys()].join(', ')}) on both sides: nothing was measured.`,
    }));
}

/** Known to answer, and with nothing but errors. */
function failsAlways(side: EndpointSide | undefined): boolean {
  return (
    side !== undefined && side.statuses.size > 0 && [...side.statuses.keys()].every((status) => !(Number(status) < 400))
  );
}
