import type { Answer } from '../../client/client.ts';

export type Income = Answer<'worth', 'income'>;
