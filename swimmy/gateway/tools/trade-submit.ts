import { KernelError } from '@zorivest/kernel';
import * as z from 'zod';
import { swimmyCodes } from '../requests.ts';
import { plain, tool } from './define.ts';

export const tradeRefusal = () => new KernelError(swimmyCodes.tradeDisabled, 'trade-capable disabled');

export const tradeSubmit = tool({
  ...plain,
  name: 'trade_submit',
  methods: ['trade.submit'],
  title: 'Trade (always refused)',
  toolsets: ['system'],
  description: {
    minimal: 'Always refused: this gateway cannot place or close trades. It exists to tell callers so.',
    rich: 'Always answers with an error: the gateway has no way to place, change or close a trade, whatever it is sent, and no setting changes that. It exists so that a program that expects the method gets a clear refusal. To test an idea on past prices use {tool:backtest_submit}.',
  },
  synonyms: ['order', 'buy', 'sell', 'close position'],
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  cost: 'local',
  // Whatever it is sent: the answer does not depend on it.
  input: z.looseObject({}),
  output: z.object({}),
  handler: () => {
    throw tradeRefusal();
  },
});
