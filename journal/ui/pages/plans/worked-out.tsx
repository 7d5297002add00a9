// What follows from a plan while it is typed: the last price, reward to risk, and how many shares that allows.
import type { ReactNode } from 'react';
import { Amount } from '../../amount/amount.tsx';
import { plain } from '../../amount/format.ts';
import { moment } from '../../amount/time.ts';
import { type Fact, Facts } from '../../components/facts.tsx';
import type { FormValues } from '../../components/form-values.ts';
import { useSettled } from '../../components/settled-value.ts';
import { useEndpoint } from '../../client/cache.ts';
import { faultsOf, type Levels, rewardToRisk, riskPerShare } from './levels.ts';
import { BALANCE, RISK } from './plan-fields.ts';
import { sizedNumber } from './sized-number.ts';

interface WorkedOutProps {
  readonly values: FormValues;
  readonly fill: (name: string, text: string) => void;
}

const above = (value: FormValues[string]): number | null => (typeof value === 'number' && value > 0 ? value : null);

export function WorkedOut({ values, fill }: WorkedOutProps): ReactNode {
  const levels: Levels = {
    direction: String(values['direction'] ?? 'BOT'),
    entry: above(values['entry_price']),
    stop: above(values['stop_loss']),
    target: above(values['target_price']),
  };
  const faults = faultsOf(levels);
  // Figures of levels that cannot be meant would only look right.
  const size = useSize(values, levels);
  const sized = faults.length === 0 ? size : null;
  const shares = sized === null ? null : Math.floor(sizedNumber(sized, 'share_size') ?? 0);
  const ratio = faults.length === 0 ? rewardToRisk(levels) : null;
  const rows: readonly Fact[] = [
    ['Reward to risk', ratio === null ? '–' : `${plain(ratio, 2)} to 1`],
    ['Risk per share', <Amount key="s" value={riskPerShare(levels)} as="mean" />],
    ['Max shares', <Amount key="n" value={shares} as="quantity" />],
    ['1 R', <Amount key="r" value={sized && sizedNumber(sized, 'account_risk_1r')} />],
    ['Position', <Amount key="p" value={sized && sizedNumber(sized, 'position_size')} />],
    ['At the target', <Amount key="t" value={sized && sizedNumber(sized, 'potential_profit')} />],
  ];
  return (
    <section className="worked-out" aria-label="Calculated">
      <LastPrice ticker={String(values['ticker'] ?? '')} fill={fill} />
      {faults.map((fault) => (
        <p key={fault} className="fault">
          {fault}
        </p>
      ))}
      <Facts rows={rows} />
      {sized?.warnings.map(({ code, message }) => (
        <p key={code}>{message}</p>
      ))}
      {shares !== null && shares > 0 && (
        <p>
          <button type="button" className="button" onClick={() => fill('shares_planned', String(shares))}>
            Take <Amount value={shares} as="quantity" /> shares
          </button>
        </p>
      )}
    </section>
  );
}

/** As the service's calculator has it, once there is enough to ask it. */
function useSize(values: FormValues, { entry, stop, target }: Levels) {
  const accounts = useEndpoint('accounts', 'list');
  const account = accounts.data?.find(({ account_id }) => account_id === values['account_id']);
  const balance = above(values[BALANCE]) ?? above(account?.latest_balance ?? undefined);
  const risk = above(values[RISK]);
  const isWhole = entry !== null && stop !== null && entry !== stop && balance !== null;
  const enabled = isWhole && risk !== null && risk >= 0.01 && risk <= 100;
  const size = useEndpoint(
    'calculator',
    'positionSize',
    {
      body: {
        balance: balance ?? 0,
        risk_pct: risk ?? 0,
        entry: entry ?? 0,
        stop: stop ?? 0,
        ...(target !== null && { target }),
      },
    },
    { enabled, steady: true },
  );
  return enabled ? (size.data ?? null) : null;
}

const PAUSE_MS = 600;

/** The source of a price and its time. Without a price nothing is shown. */
function LastPrice({ ticker, fill }: { readonly ticker: string; readonly fill: WorkedOutProps['fill'] }): ReactNode {
  const wanted = useSettled(ticker.trim(), PAUSE_MS);
  const found = useEndpoint(
    'market',
    'price',
    { query: { ticker: wanted, prices: 'current' } },
    { enabled: wanted !== '' },
  );
  const last = found.data;
  if (wanted !== ticker.trim() || last === undefined || last.price === null) return null;
  const { price, at, provider } = last;
  return (
    <p>
      {last.ticker} last traded at <Amount value={price} as="price" />{' '}
      <span className="quiet">
        ({provider}, {moment(at)})
      </span>{' '}
      <button type="button" className="button" onClick={() => fill('entry_price', String(price))}>
        Use as entry
      </button>
    </p>
  );
}
