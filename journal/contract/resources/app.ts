// What the web app shows around every page, and what an evening asks for: one answer each, in place of many.
import { z } from 'zod';
import { tradeActions } from '@zorivest/vocabulary';
import { resource } from '../core/endpoint.ts';
import { accounts } from './accounts.ts';
import { approvals } from './approvals.ts';
import { drafts } from './drafts.ts';
import { filters } from './filters.ts';
import { guard } from './guard.ts';
import { pairings } from './pairings.ts';
import { planStatuses } from './plans.ts';
import { settings } from './settings.ts';
import { system } from './system.ts';
import { tags } from './tags.ts';

export const app = resource('leaves-trades', {
  start: () => ({
    method: 'GET',
    path: '/app/start',
    summary: 'What every page of the app asks for at its start, each part as its own endpoint answers it',
    description:
      'The guard, the service and what waits for the person are always there. A part of the book that is not known ' +
      'immediately, because the book is busy, is left out: ask its own endpoint.',
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
      drafts: drafts.list.response.optional(),
    }),
    role: 'person',
  }),
  evening: () => ({
    method: 'GET',
    path: '/app/evening',
    summary: 'What waits for the person this evening, each count as its own endpoint has it',
    response: z.object({
      to_review: z.object({
        from: z.string().describe('The first day that is looked at: a week ago'),
        count: z.int().describe('Trades closed since without a review'),
      }),
      active_plans: z.int(),
      plans: z
        .array(
          z.object({
            id: z.int(),
            ticker: z.string(),
            direction: z.enum(tradeActions),
            status: z.enum(planStatuses),
            price: z.number().describe('The last one that is known; no provider is asked'),
            price_date: z.string(),
            distance_r: z.number().nullable().describe('From the entry, in units of what a share risks'),
            is_near: z.boolean().describe('At most half of what it risks away from its entry'),
          }),
        )
        .describe('Drafts and active plans with a known price, the nearest first'),
      questions: z.int().describe('Events that need an answer'),
      differences: z.int().describe('With what brokers say, over all accounts'),
      wrong_figures: z.object({
        tax_year: z.int(),
        count: z.int().describe('Findings of the audit that make figures wrong'),
      }),
      unreadable: z
        .array(z.object({ run_id: z.string(), name: z.string(), rows: z.int() }))
        .describe('Of the latest imports, those with rows that could not be read'),
    }),
    role: 'person',
  }),
});
