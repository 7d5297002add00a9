import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'create_report',
  good: [
    {
      args: {
        trade_id: 'E1',
        setup_quality: 'A',
        execution_quality: 'B',
        followed_plan: true,
        emotional_state: 'calm',
        lessons_learned: 'Wait for the close.',
        tags: ['breakout'],
      },
      gives: { trade_id: 'E1', setup_quality: 'A', emotional_state: 'calm', tags: ['breakout'] },
    },
  ],
  bad: [
    {
      args: { trade_id: 'E1', setup_quality: 'A', execution_quality: 'A', followed_plan: true },
      code: 'conflict',
    },
  ],
};
