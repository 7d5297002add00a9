// The accounts as a list to choose from, those that trade first.
import type { Options } from './field.tsx';
import { useEndpoint } from '../client/cache.ts';

/** What an account is called; its id where it is not known, or has gone. */
export function useAccountName(): (id: string) => string {
  const accounts = useEndpoint('accounts', 'list');
  const names = new Map((accounts.data ?? []).map(({ account_id, name }) => [account_id, name]));
  return (id) => names.get(id) ?? id;
}

export function useAccountOptions(): Options {
  const accounts = useEndpoint('accounts', 'list');
  const isBank = ({ account_type }: { readonly account_type: string }) => account_type === 'bank';
  return (accounts.data ?? [])
    .toSorted((a, b) => Number(isBank(a)) - Number(isBank(b)))
    .map(({ account_id, name }) => [account_id, name] as const);
}
