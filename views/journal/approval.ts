// A call that changes something: what was done, in a sentence, or what waits for the person.
import { mistakeName, nameTrade } from '@zorivest/vocabulary';
import { type Child, h } from '../page/dom.ts';
import { heading, problems } from '../page/parts.ts';
import { startView, type Stage } from '../page/view.ts';
import { humanName } from './_basis.ts';
import { facts, type Fields, numberIn } from './_fields.ts';
import { ladder } from './_ladder.ts';
import { showWaiting } from './_waiting.ts';

startView<Fields>((answer, begun) => {
  let app = '';
  // Where the person undoes it: a model could also undo what a page could undo.
  if (begun.canCall && begun.canOpen)
    begun
      .call('page_approvals', {})
      .then((found) => {
        app = (found as { readonly app: string }).app;
        return begun.redraw();
      })
      .catch(() => {});
  return (stage) =>
    isPlan(answer)
      ? plan(answer, stage, app)
      : [
          heading('Done'),
          h('p', {}, sentenceOf(answer, stage)),
          takeBack(stage, app),
          h('details', {}, h('summary', {}, 'All fields'), facts(answer, stage)),
        ];
}, showWaiting);

/** A link to the page that undoes it; where the host opens no links, its name. */
const takeBack = (stage: Stage, app: string): Child =>
  app === ''
    ? h('p', { class: 'note' }, 'You can undo it in the app, on the page Assistant.')
    : h(
        'p',
        {},
        h(
          'button',
          { class: 'button', type: 'button', id: 'undo', onclick: () => stage.openLink(app) },
          'Undo in the app',
        ),
      );

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

const isPlan = ({ ticker, risk_reward_ratio }: Fields): boolean =>
  typeof ticker === 'string' && typeof risk_reward_ratio === 'number';

/** A plan as a card: direction, prices, and reward to risk. */
function plan(answer: Fields, stage: Stage, app: string): Child {
  const { formats, input } = stage;
  const long = answer['direction'] !== 'SLD';
  const level = (name: string, short: string) => numberIn(answer[name]) ?? numberIn(input[short]);
  const words = [textIn(answer['entry_conditions']), textIn(input['conditions'])].find((text) => text !== '');
  const warnings = Array.isArray(answer['warnings']) ? (answer['warnings'] as unknown[]) : [];
  return [
    heading(
      `${textIn(answer['ticker'])} ${long ? 'long' : 'short'}`,
      [`${formats.plain(numberIn(answer['risk_reward_ratio']), 1)} to 1`, humanName(textIn(answer['status']))]
        .filter((part) => part !== '')
        .join(' · '),
    ),
    ladder(
      {
        entry: level('entry_price', 'entry'),
        stop: level('stop_loss', 'stop'),
        target: level('target_price', 'target'),
      },
      stage,
    ),
    words !== undefined && h('p', {}, words),
    problems(warnings.flatMap((message) => (typeof message === 'string' ? [{ message }] : []))),
    h('p', {}, 'Planned.'),
    takeBack(stage, app),
  ];
}

/** What it is about, in the words of the book. */
function sentenceOf(answer: Fields, { formats, input }: Stage): string {
  const { category, instrument, action, quantity, price, trade_id, name } = answer;
  if (typeof instrument === 'string' && typeof action === 'string' && typeof quantity === 'number') {
    const when = textIn(answer['time']);
    return [
      `${action === 'SLD' ? 'Sold' : 'Bought'} ${formats.plain(quantity)} ${nameTrade({ instrument })}`,
      ` at ${formats.price(numberIn(price))}${when === '' ? '' : `, ${formats.moment(when)}`}. It is in the book.`,
    ].join('');
  }
  if (typeof category === 'string' && typeof trade_id === 'string')
    return `${mistakeName(category)} is noted as a mistake of this trade.`;
  const what = [name, answer['title'], input['name'], input['title']].map(textIn).find((text) => text !== '');
  return what === undefined ? 'It is in the book.' : `${what}: it is in the book.`;
}
