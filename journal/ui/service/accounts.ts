// The accounts as a list to choose from.
import type { Options } from '../parts/field.tsx';
import { useEndpoint } from './cache.ts';

export function useAccountOptions(): Options {
  const accounts = useEndpoint('accounts', 'list');
  return (accounts.data ?? []).map(({ account_id, name }) => [account_id, name] as const);
}
