// The values of a thing, each on a line of its own; a long one scrolls and is never cut.
import { visible, visibleLines } from '@zorivest/vocabulary';
import type { ReactNode } from 'react';

export function Values({ of }: { readonly of: object }): ReactNode {
  return (
    <dl className="values">
      {linesOf(of).map(([name, text]) => (
        <div key={name}>
          <dt className="quiet">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Nested values under the names that lead to them: `body.price`. */
function linesOf(value: unknown, path = ''): [string, string][] {
  if (typeof value !== 'object' || value === null)
    return value === undefined
      ? []
      : [[visible(path), visibleLines(typeof value === 'string' ? value : JSON.stringify(value))]];
  return Object.entries(value).flatMap(([name, inner]) => linesOf(inner, path === '' ? name : `${path}.${name}`));
}
