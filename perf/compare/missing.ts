// What a comparison could not judge. Missing data does not pass: an endpoint that was not requested, a log that was forgotten and a
// page that only answers with errors are listed, and the gate reports that it cannot judge.
import { samePath } from '../model/endpoint.ts';
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
    ...silentInputs(candidate, before, after),
    ...missingEndpoints(before, after),
    ...missingTraffic(before, after),
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
        message: `The ${side} contains no ${name.replace(/^an? /, '')}, the ${was ? 'baseline' : 'candidate'} does. Was it omitted?`,
      },
    ];
  });
}

/** A log that was switched off is there, and empty: every statement would be gone, which looks like an improvement. */
function silentInputs(candidate: readonly Snapshot[], before: Side, after: Side): Missing[] {
  const types = new Set<string>(candidate.flatMap(({ sources }) => sources.map(({ type }) => type)));
  const isSilent = (name: keyof typeof INPUTS, was: number, is: number) =>
    was > 0 && is === 0 && INPUTS[name].some((type) => types.has(type));
  const silent = (name: string, what: string): Missing => ({
    what: 'input',
    side: 'candidate',
    name,
    message: `The ${name.replace(/^an? /, '')} of the candidate contains no ${what}, that of the baseline does. Was it switched off?`,
  });
  return [
    ...(isSilent('a database log', before.queries.size, after.queries.size)
      ? [silent('a database log', 'statement')]
      : []),
    ...(isSilent('an access log', trafficIn(before), trafficIn(after)) ? [silent('an access log', 'request')] : []),
  ];
}

function trafficIn({ endpoints }: Side): number {
  return [...endpoints.values()].reduce((sum, { traffic, requests }) => sum + (traffic === null ? 0 : requests), 0);
}

/** Profiles that contain only stacks are not judged. */
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
  const asked = [...after.endpoints.keys()];
  return [...before.endpoints.values()]
    .filter(({ endpoint, profiled, traffic }) => {
      if (traffic !== null || asked.includes(endpoint)) return false;
      // A profile without an address is named by its file; with a timing of the same page, the profile is not judged.
      return !profiled || (!isFileName(endpoint) && !asked.some((one) => samePath(one, endpoint)));
    })
    .map(({ endpoint, profiled }) =>
      missingEndpoint(
        endpoint,
        `${endpoint} was ${profiled ? 'profiled' : 'requested'} in the baseline and not in the candidate.`,
      ),
    );
}

/** Traffic varies: an endpoint is missing only if chance cannot explain its absence. */
const LEAST_EXPECTED = 10;

function missingTraffic(before: Side, after: Side): Missing[] {
  const share = trafficIn(after) / Math.max(1, trafficIn(before));
  return [...before.endpoints.values()]
    .filter(
      ({ endpoint, traffic, requests }) =>
        traffic !== null && !after.endpoints.has(endpoint) && requests * share >= LEAST_EXPECTED,
    )
    .map(({ endpoint, requests }) =>
      missingEndpoint(
        endpoint,
        `${endpoint} was requested ${requests} times in the baseline and never in the candidate.`,
      ),
    );
}

function missingEndpoint(name: string, message: string): Missing {
  return { what: 'endpoint', side: 'candidate', name, message };
}

function isFileName(endpoint: string): boolean {
  return /^(?:spx|cachegrind):\/\//.test(endpoint);
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
