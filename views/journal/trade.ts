// One trade with the prices while it was open; where the host forwards calls, with its plan, its review and its mistakes.
import { h } from '../page/dom.ts';
import { empty, figures, heading } from '../page/parts.ts';
import { startView } from '../page/view.ts';
import { oneTrade, prices, type Replay, type Trip } from './_trade.ts';

startView<Replay>((replay, { canCall, call, redraw }) => {
  let trip: Trip | undefined;
  if (canCall)
    call('page_trade', { trip_id: replay.trip_id })
      .then((found) => (trip = found as Trip))
      // The prices alone are what was asked for.
      .catch(() => {})
      .finally(redraw);
  return (stage) => {
    const { formats } = stage;
    const { running, until, currency } = replay;
    const isAtEnd = trip?.closed_at === null || Date.parse(until) >= Date.parse(trip?.closed_at ?? '');
    if (trip !== undefined && isAtEnd) return oneTrade(trip, stage, { replay });
    return [
      heading(replay.instrument, `as it was known ${formats.moment(until)}`),
      running !== null &&
        figures([
          { name: 'Result so far', text: formats.gain(running.pnl), sign: running.pnl, note: currency },
          ...(running.r === null ? [] : [{ name: 'R', text: formats.multiple(running.r), sign: running.r }]),
          { name: 'Still open', text: formats.plain(running.open_quantity) },
        ]),
      replay.bars.length > 1
        ? prices(replay, stage)
        : empty(replay.missing ?? 'No prices are stored for the days it was open.'),
      replay.fills.length === 0 && h('p', { class: 'quiet' }, 'Nothing was bought or sold by then.'),
    ];
  };
});
