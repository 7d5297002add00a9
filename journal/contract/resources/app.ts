// What every page of the web app shows around itself, in one answer in place of nine.
import { z } from 'zod';
import { resource } from '../core/endpoint.ts';
import { accounts } from './accounts.ts';
import { approvals } from './approvals.ts';
import { filters } from './filters.ts';
import { guard } from './guard.ts';
import { pairings } from './pairings.ts';
import { settings } from './settings.ts';
import { system } from './system.ts';
import { tags } from './tags.ts';

export const app = resource('leaves-trades', {
  start: () => ({
    method: 'GET',
    path: '/app/start',
    summary: 'What every page of the app asks for at its start, each part as its own endpoint answers it',
    description:
      'The guard, the service and what waits for the person are always there. A part of the book that is not known at ' +
      'once, because the book is busy, is left out: ask its own endpoint.',
    response: z.object({
      guard: guard.status.response,
      status: system.status.response,
      waiting: approvals.list.response.describe('The approvals that wait'),
      pairings: pairings.list.response.describe('Programs that wait to connect'),
      settings: settings.list.response.optional(),
      resolved: settings.resolved.response.optional(),
      accounts: accounts.list.response.optional(),
      tags: tags.list.response.optional(),
      filters: filters.list.response.optional(),
    }),
    role: 'person',
  }),
});
