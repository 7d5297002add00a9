// The addresses of a policy. The person who approves it reads the destination: the host is written out, and the book fills
// only parts of the path and values of the query.
import type { Policy } from './policy.ts';
import { referencesIn } from './references.ts';
import { StepError } from './step.ts';

const PLACE = /\{(\w{1,64})\}/g;

/** `https://host:port` with what stands before the host, as it is written. */
const origin = (text: string): string => /^[^:]+:\/*[^/?#\\]*/.exec(text)?.[0] ?? text;

/** Whether it is an address whose scheme, host and names of query values are written out. */
export function isWrittenOut(text: string): boolean {
  if (/[{}@]/.test(origin(text)) || /[#\\\s]/.test(text)) return false;
  const query = text.slice(text.indexOf('?') + 1);
  const names = text.includes('?') ? query.split('&').map((pair) => pair.split('=')[0] ?? '') : [];
  if (names.some((name) => /[{}]/.test(name))) return false;
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Fills `{name}` by what `values` has under it. */
export function fillAddress(text: string, values: Readonly<Record<string, string | number>>): string {
  const filled = text.replaceAll(PLACE, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? String(values[name]) : undefined;
    if (value === undefined) throw new StepError(`url_values has no "${name}"`);
    if (value === '' || value === '.' || value === '..') throw new StepError(`"${value}" cannot be part of an address`);
    return encodeURIComponent(value);
  });
  // Whatever was filled in, it goes where it was written.
  if (new URL(filled).origin !== new URL(text.replaceAll(PLACE, 'x')).origin)
    throw new StepError('a value filled into an address must not change its host');
  return filled;
}

/** Where a step takes an address from the book, with where that stands. */
export function addressesFromBook({ steps }: Pick<Policy, 'steps'>): { readonly step: number; readonly at: string }[] {
  return steps.flatMap(({ type, params }, step) =>
    type === 'fetch'
      ? referencesIn(params['urls'], 'urls').flatMap(({ at, ref }) => (ref === undefined ? [] : [{ step, at }]))
      : [],
  );
}

export const WRITE_IT_OUT =
  'an address is written out in the policy; what a query gives fills `{name}` in its path or in a value of its query, from url_values';
