// An account by its name: its id is for programs.
import type { ReactNode } from 'react';
import { useAccountName } from './accounts.ts';

export function AccountName({ id }: { readonly id: string | null }): ReactNode {
  const nameOf = useAccountName();
  return id === null ? '–' : nameOf(id);
}
