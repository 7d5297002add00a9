// A sign next to or instead of a word; a screen reader reads the word.
import { createElement, type ReactNode } from 'react';
import icons from 'zorivest:icons';
import type { IconName } from '../theme/icon-names.ts';

export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {icons[name].map(([tag, attributes], i) => createElement(tag, { key: i, ...attributes }))}
    </svg>
  );
}
