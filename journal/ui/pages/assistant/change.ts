// What a write that waits would change: which question of the service shows the thing as it is, and what differs.
import type { Answer } from '../../service/client.ts';
import { recordOf, valueText } from './changed-fields.ts';

export type Write = Answer<'approvals', 'list'>['items'][number]['writes'][number];

/** Method and path of every endpoint, as the build writes them. */
type Wire = Readonly<
  Record<string, Readonly<Record<string, readonly [method: string, path: string, ...rest: string[]]>>>
>;

export interface Question {
  readonly resource: string;
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * The question whose answer is the thing that a write names in its address: that of the same path, or of the nearest one
 * above it (`/plans/{plan_id}/status` is about `/plans/{plan_id}`). None for what is new or names several things.
 */
export function questionAbout(wire: Wire, { endpoint, input }: Pick<Write, 'endpoint' | 'input'>): Question | null {
  const [resource = '', name = ''] = endpoint.split('.');
  const [method, written] = wire[resource]?.[name] ?? [];
  if (written === undefined || input === null) return null;
  const found = Object.entries(wire[resource] ?? {})
    .filter(([, [asks, path, answer]]) => asks === 'GET' && answer === 'json' && isAbout(path, written))
    .toSorted(([, [, a]], [, [, b]]) => b.length - a.length)[0];
  if (found === undefined) return null;
  const [asked, [, path]] = found;
  const names = namesIn(path);
  // A path without a name is a list, and what is put there is one more; only a PUT sets what is listed, as settings are.
  if (names.length === 0 && (method !== 'PUT' || path !== written)) return null;
  const params = input.params ?? {};
  if (names.some((each) => params[each] === undefined)) return null;
  return { resource, name: asked, params: Object.fromEntries(names.map((each) => [each, String(params[each])])) };
}

const isAbout = (path: string, written: string): boolean =>
  written === path || written.startsWith(`${path}/`) || written.startsWith(`${path}:`);

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** What is sent, by the names of its fields; by where they stand in the request only if two have the same. */
export function readSent(input: NonNullable<Write['input']>): Readonly<Record<string, unknown>> {
  const parts = [input.params, input.query, input.body].map(recordOf);
  const names = parts.flatMap((part) => Object.keys(part));
  const isPlain = new Set(names).size === names.length && Object.keys(recordOf(input.body)).length > 0;
  return isPlain ? Object.assign({}, ...parts) : input;
}

export interface Difference {
  readonly name: string;
  readonly now: string;
  /** Null where it will be gone. */
  readonly next: string | null;
}

/** Field by field what the thing says now and what it will say; what stays is left out. */
export function differencesOf(now: unknown, write: Pick<Write, 'input'>, isRemoval: boolean): Difference[] {
  const thing = recordOf(now);
  if (isRemoval)
    return Object.entries(thing)
      .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
      .map(([name, value]) => ({ name, now: valueText(value), next: null }));
  const input = { ...recordOf(write.input?.query), ...recordOf(write.input?.body) };
  return Object.entries(input).flatMap(([name, value]) => {
    const found = valuesNamed(thing, name);
    const [now] = found;
    return found.length !== 1 || valueText(now) === valueText(value)
      ? []
      : [{ name, now: valueText(now), next: valueText(value) }];
  });
}

/** A field of the thing, or where it has none of the name one further in, as a schedule stands in a policy. */
function valuesNamed(thing: Readonly<Record<string, unknown>>, name: string): unknown[] {
  if (name in thing) return [thing[name]];
  return Object.values(thing).flatMap((inner) => valuesNamed(recordOf(inner), name));
}

interface OpenTrip {
  readonly direction: string;
  readonly open_quantity: number | null;
}

/** Of an instrument: what is held, long above zero. */
export const sumHeld = (trips: readonly OpenTrip[]): number =>
  trips.reduce((sum, { direction, open_quantity }) => sum + (direction === 'BOT' ? 1 : -1) * (open_quantity ?? 0), 0);

/** Approvals that ask for the same act: they may be decided together, each ticked by hand. */
export function kindOf({
  key_id,
  tool,
  writes,
}: {
  readonly key_id: string;
  readonly tool: string;
  readonly writes: readonly Pick<Write, 'endpoint'>[];
}): string {
  return JSON.stringify([key_id, tool, writes.map(({ endpoint }) => endpoint)]);
}
