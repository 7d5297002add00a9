import type { Answer } from '../../service/client.ts';

export type Worth = Answer<'worth', 'netWorth'>;
