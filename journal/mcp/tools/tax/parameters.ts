import { z } from 'zod';

export const taxYear = z.int().min(2000).max(2099).optional().describe('Tax year; this one if left out.');

export const quarter = z.enum(['Q1', 'Q2', 'Q3', 'Q4']).describe('Quarter.');
