import { taxLots, ytdTaxSummary } from '@zorivest/domain';
import type { Area } from './area.ts';
import { floatTrips } from './trips.ts';

const PERSON = { year: 2025, status: 'single', wages: 90_000 } as const;

export const taxAreas: readonly Area[] = [
  {
    name: 'a full tax year: lots, wash sales, return, quarters',
    prepare:
      ({ executions }) =>
      () =>
        ytdTaxSummary({ ...PERSON, lots: taxLots(executions, { accounts: { ira: 'ira' } }).lots }),
    peer:
      ({ executions }) =>
      () =>
        floatTrips(executions),
    peerName: 'first in, first out in binary floats, no lots, no wash sales, no tax',
  },
];
