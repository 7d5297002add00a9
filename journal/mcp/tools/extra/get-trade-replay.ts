import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { views } from '../../views.ts';
import { fittingLength } from './longer-bars.ts';

/** As many bars as are read at a glance; a longer trade gets longer bars. The app draws all of them. */
const MOST_BARS = 120;

export const getTradeReplay = endpointTool({
  endpoint: 'roundTrips.replay',
  name: 'get_trade_replay',
  title: 'Replay a trade',
  toolsets: [],
  view: views.trade,
  description: {
    minimal: 'A trade as it was known at a moment: bars, fills, stop and target up to until, nothing later.',
    rich: 'A trade as it was known at a moment: bars [time, o, h, l, c, v] that have closed by until, fills and levels so far, running result net of fees and R. Ask again with a later until for the next frame, up to ends_at. Ids: {tool:get_round_trips}.',
  },
  rename: { trip_id: 'id' },
  describe: { trip_id: '', interval: '', until: 'ISO-8601 or seconds', since: 'Only bars after this until' },
  output: () => z.looseObject({ bars: z.array(z.array(z.number())), ends_at: z.number() }),
  hints: READS,
  conciseDrops: ['convention'],
  handler: async (input, { ask }) => {
    const { bars: allBars, ...answer } = await ask(input);
    // Who names a length, or has the bars before, gets the last of those.
    const isFree = input.interval === undefined && input.since === undefined;
    const { interval, bars } = isFree
      ? fittingLength(answer.interval, allBars, MOST_BARS)
      : { interval: answer.interval, bars: allBars };
    return {
      ...answer,
      interval,
      bars: bars.slice(-MOST_BARS),
      ...(bars.length > MOST_BARS && { bars_before: bars.length - MOST_BARS }),
    };
  },
});
