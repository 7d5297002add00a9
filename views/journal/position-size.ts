// How much to trade: entry, stop and target on one scale, and the size again whenever the stop is moved.
import { type Child, h } from '../page/dom.ts';
import { type Figure, figures, heading, problems } from '../page/parts.ts';
import { startView, type Stage } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';
import { humanName } from './_basis.ts';
import { type Fields, numberIn as number } from './_fields.ts';
import { ladder } from './_ladder.ts';

type Answer = JournalAnswer<'calculator', 'positionSize'>;

startView<Answer>((first, { input }) => {
  let answer: Fields = first;
  const {
    entry,
    stop: initialStop,
    target,
  } = { entry: number(input.entry), stop: number(input.stop), target: number(input.target) };
  let stop = initialStop;
  let failed = '';
  let asked = 0;

  return (stage) => {
    const { formats, canCall, call, redraw, updateModel } = stage;
    const title = `${humanName(typeof answer.mode === 'string' ? answer.mode : 'equity')} position`;
    /** Only the last place the stop was dragged to counts. */
    const again = async (moved: number) => {
      stop = moved;
      const mine = ++asked;
      try {
        const made = (await call('calculate_position_size', { ...input, stop: moved })) as Fields;
        if (mine !== asked) return;
        answer = made;
        failed = '';
        updateModel(
          `The person moved the stop to ${formats.price(moved)}: ${sizeOf(answer, stage)} at a risk of ${formats.money(number(answer.account_risk_1r))}.`,
        );
      } catch (error) {
        if (mine === asked) failed = (error as Error).message;
      }
      redraw();
    };
    return [
      heading(title, [sizeOf(answer, stage), `risking ${formats.money(number(answer.account_risk_1r))}`].join(', ')),
      figures(listOf(answer, stage)),
      ladder({ entry, stop, target }, stage),
      entry !== undefined &&
        stop !== undefined &&
        canCall &&
        slider(entry, initialStop ?? stop, stop, stage, (moved) => void again(moved)),
      failed !== '' && h('p', { class: 'box problem', role: 'alert' }, failed),
      problems(answer.warnings as readonly { message: string }[] | undefined),
    ];
  };
});

function sizeOf(answer: Fields, { formats }: Stage): string {
  const of = (name: string, unit: string) =>
    number(answer[name]) === undefined ? undefined : `${formats.plain(number(answer[name]))} ${unit}`;
  return (
    of('shares', 'shares') ??
    of('contracts', 'contracts') ??
    of('lots', 'lots') ??
    of('units', 'units') ??
    of('quantity', 'units') ??
    '–'
  );
}

const NAMES: Readonly<
  Record<string, readonly [name: string, kind: 'money' | 'plain' | 'percent' | 'ratio' | 'price']>
> = {
  shares: ['Shares', 'plain'],
  contracts: ['Contracts', 'plain'],
  lots: ['Lots', 'plain'],
  units: ['Units', 'plain'],
  quantity: ['Quantity', 'plain'],
  account_risk_1r: ['At risk (1R)', 'money'],
  risk_per_share: ['Risk per share', 'money'],
  risk_per_contract: ['Risk per contract', 'money'],
  position_size: ['Position value', 'money'],
  position_to_account_pct: ['Share of account', 'percent'],
  reward_risk_ratio: ['Reward to risk', 'ratio'],
  potential_profit: ['At the target', 'money'],
  total_premium: ['Premium', 'money'],
  breakeven: ['Break-even', 'price'],
  delta_exposure: ['Delta exposure', 'money'],
  total_margin: ['Margin', 'money'],
  margin_required: ['Margin', 'money'],
  pip_risk: ['Pips to the stop', 'plain'],
  fees: ['Fees', 'money'],
};

function listOf(answer: Fields, { formats }: Stage): Figure[] {
  const written = {
    money: (value: number) => formats.money(value),
    plain: (value: number) => formats.plain(value),
    percent: (value: number) => `${formats.plain(value, 1)} %`,
    ratio: (value: number) => `${formats.plain(value, 2)} : 1`,
    price: (value: number) => formats.price(value),
  };
  return Object.entries(NAMES).flatMap(([field, [name, kind]]) => {
    const value = number(answer[field]);
    return value === undefined ? [] : [{ name, text: written[kind](value) }];
  });
}

function slider(entry: number, first: number, stop: number, { formats }: Stage, moved: (to: number) => void): Child {
  // On its own side of the entry, from next to it to three times as far.
  const distance = entry - first;
  const [near, distant] = [entry - distance * 0.1, Math.max(entry - distance * 3, entry * 0.01)];
  const [low, high] = [Math.min(near, distant), Math.max(near, distant)];
  const reading = h('output', { for: 'stop' }, formats.price(stop));
  return h(
    'label',
    {},
    h('span', {}, 'Stop ', reading),
    h('input', {
      type: 'range',
      id: 'stop',
      min: low,
      max: high,
      step: Math.max(0.01, Math.round((high - low) / 2) / 100),
      value: stop,
      oninput: ({ target }) => (reading.textContent = formats.price(Number((target as HTMLInputElement).value))),
      onchange: ({ target }) => moved(Number((target as HTMLInputElement).value)),
    }),
  );
}
