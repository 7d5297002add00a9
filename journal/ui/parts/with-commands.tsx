import type { ReactNode } from 'react';

/** Words of the service for every reader: what is typed, between backticks there, is in letters of its own here. */
export const withCommands = (text: string): ReactNode =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));
