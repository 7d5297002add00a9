// A part of a page with a name. Where the same parts stand twice, side by side, each says whose it is.
import { createContext, type ReactNode, useContext } from 'react';

/** Whose parts these are; empty where they stand alone. */
export const Whose = createContext('');

export function useNamed(name: string): string {
  const whose = useContext(Whose);
  return whose === '' ? name : `${name}, ${whose}`;
}

interface CardProps {
  readonly name: string;
  /** Whether the name is also its heading. */
  readonly headed?: boolean;
  readonly children: ReactNode;
}

export function Card({ name, headed = false, children }: CardProps): ReactNode {
  return (
    <section className="card" aria-label={useNamed(name)}>
      {headed && <h2>{name}</h2>}
      {children}
    </section>
  );
}
