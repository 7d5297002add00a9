import type { Answer } from '../../service/client.ts';

export type Plan = Answer<'plans', 'list'>['items'][number];
