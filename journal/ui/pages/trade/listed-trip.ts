// A trade as a list that was on the screen has it.
import { queries } from '../../service/cache.ts';
import type { Answer } from '../../service/client.ts';

type List = Answer<'roundTrips', 'list'>;
export type ListedTrip = List['items'][number] & Pick<List, 'time_zone' | 'convention'>;

export function listedTrip(id: string): ListedTrip | undefined {
  for (const [, list] of queries.getQueriesData<List>({ queryKey: ['roundTrips', 'list'] })) {
    const found = list?.items.find((trip) => trip.id === id);
    if (list !== undefined && found !== undefined)
      return { ...found, time_zone: list.time_zone, convention: list.convention };
  }
  return undefined;
}
