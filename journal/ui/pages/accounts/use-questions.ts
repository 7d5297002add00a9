import { useEndpoint } from '../../service/cache.ts';

/** How many events wait for the person's word. */
export function useQuestions(): number {
  const events = useEndpoint('positionEvents', 'list', { query: { limit: 200 } });
  return (events.data?.items ?? []).filter(({ needs }) => needs.length > 0).length;
}
