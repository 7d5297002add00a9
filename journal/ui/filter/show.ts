// Money, percent or multiples of risk: one choice for every result, in the address like the filter.
import { useSearch } from 'wouter';

export const shows = { money: '$', percent: '%', r: 'R' } as const;
export type Show = keyof typeof shows;

export function useShow(): Show {
  const param = new URLSearchParams(useSearch()).get('show');
  return param === 'percent' || param === 'r' ? param : 'money';
}
