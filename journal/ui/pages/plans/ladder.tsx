// Stop, entry and target on one line as far apart as they are, and where the last price stands between them.
import type { CSSProperties, ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { price as priceText } from '../../amount/format.ts';
import { HIDDEN, useHidden } from '../../amount/privacy.ts';
import { weekday } from '../../amount/time.ts';
import { nameOf, type Plan } from './plan.ts';
import type { LastPrice } from './use-last-prices.ts';

interface LadderProps {
  readonly plan: Plan;
  readonly last?: LastPrice | undefined;
}

export function Ladder({ plan, last }: LadderProps): ReactNode {
  const hidden = useHidden();
  const { stop_loss, entry_price, target_price } = plan;
  const steps = [stop_loss, entry_price, target_price, ...(last === undefined ? [] : [last.price])];
  const [low, high] = [Math.min(...steps), Math.max(...steps)];
  if (low === high) return null;
  // The stop is at the left of a long plan and of a short one: risk before reward.
  const isUp = target_price >= stop_loss;
  const part = (value: number) => (isUp ? value - low : high - value) / (high - low);
  const text = (value: number) => (hidden ? HIDDEN : priceText(value));
  const label = [
    `${nameOf(plan)}: stop ${text(stop_loss)}, entry ${text(entry_price)}, target ${text(target_price)}`,
    ...(last === undefined ? [] : [`last price ${text(last.price)} on ${weekday(last.date)}`]),
  ].join(', ');
  const spans = {
    '--at-stop': part(stop_loss),
    '--at-entry': part(entry_price),
    '--at-target': part(target_price),
    '--at-last': last === undefined ? 0 : part(last.price),
  } as CSSProperties;
  return (
    <div style={spans}>
      <div className="ladder" role="img" aria-label={label}>
        <span className="risked" />
        <span className="sought" />
        <span className="rung at-stop" />
        <span className="rung at-entry" />
        <span className="rung at-target" />
        {last !== undefined && <span className="last-price" title={`Last price ${text(last.price)}`} />}
      </div>
      <p className="quiet levels">
        <span>
          Stop <Amount value={stop_loss} as="price" />
        </span>
        <span>
          Entry <Amount value={entry_price} as="price" />
        </span>
        <span>
          Target <Amount value={target_price} as="price" />
        </span>
      </p>
    </div>
  );
}
