import type { Answer } from '../../client/client.ts';

export type Worth = Answer<'worth', 'netWorth'>;
