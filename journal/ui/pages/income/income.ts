import type { Answer } from '../../service/client.ts';

export type Income = Answer<'worth', 'income'>;
