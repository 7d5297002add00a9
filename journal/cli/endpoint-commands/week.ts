// The week on one page, on paper, as a picture to share, and automatically every Saturday.
import { existsSync, writeFileSync } from 'node:fs';
import { UserError } from '../output.ts';
import { command, type Answer, type CommandSpec } from './command-spec.ts';
import { field, listOf } from './fields.ts';

type Week = Answer<'week.get'>;

const inR = (r: number | null): string => (r === null ? '' : `, ${r.toFixed(2)} R`);

function showWeek(week: Week): string {
  const { currency, before, best, worst, adherence, mistakes, plans } = week;
  const line = (name: string, text: string) => `  ${name.padEnd(12)}${text}`;
  const trade = (one: NonNullable<Week['best']>) =>
    `${one.instrument} ${one.pnl.toFixed(2)}${inR(one.r)} (${one.trip_id})`;
  const share = (value: number | null) => (value === null ? 'unknown' : `${Math.round(value * 100)} %`);
  return [
    `${week.week}, ${week.from} to ${week.to}${week.is_over ? '' : ', not over yet'} (${week.time_zone})`,
    line('net', `${week.net_pnl.toFixed(2)} ${currency}${inR(week.r)} in ${week.trade_count} trades`),
    line(
      'before',
      `${before.net_pnl.toFixed(2)} ${currency}${inR(before.r)} in ${before.trade_count} trades (${before.week})`,
    ),
    ...(best === null ? [] : [line('best', trade(best))]),
    ...(worst === null || worst.trip_id === best?.trip_id ? [] : [line('worst', trade(worst))]),
    ...(adherence.playbooks.length === 0
      ? []
      : [
          line('rules', `${share(adherence.share)} followed, ${adherence.broken} broken, ${adherence.unknown} unknown`),
        ]),
    ...(mistakes.count === 0
      ? []
      : [line('mistakes', `${mistakes.count}, ${mistakes.total_cost.toFixed(2)} ${currency}`)]),
    line(
      'plans',
      `${plans.planned} with ${plans.planned_pnl.toFixed(2)}, ${plans.unplanned} without ${plans.unplanned_pnl.toFixed(2)}`,
    ),
    line('open risk', week.open_risk === null ? 'unknown' : `${week.open_risk.toFixed(2)} ${currency}, now`),
    ...week.headroom.map((one) =>
      line(
        'left',
        `${one.name}: ${one.headroom === null ? 'no limit' : `${one.headroom.toFixed(2)} ${currency}`}, ${one.state}`,
      ),
    ),
    line('reconciled', week.reconciled_to ?? 'not yet'),
    ...week.questions.map((question, at) => `  ${at + 1}. ${question}`),
  ].join('\n');
}

function mustBeNew(file: string): void {
  if (existsSync(file)) throw new UserError(`there is a ${file} already; name another file`);
}

export const week: readonly CommandSpec[] = [
  command('week.get', {
    name: 'week show',
    isDefault: true,
    summary: 'a week on one page; by default the latest week that has ended',
    example: 'zorivest week 2026-W46 --pdf week.pdf',
    places: ['iso'],
    optional: ['iso'],
    optionNames: { iso: 'week' },
    also: () => [
      field('pdf', 'Write it as a PDF to this file'),
      field('card', 'Write a picture to share, without amounts, to this file (.svg)'),
    ],
    perform: async ({ iso, pdf, card }, { client }) => {
      const params = { iso: typeof iso === 'string' ? iso : 'last' };
      const files = [
        ...(typeof pdf === 'string' ? [{ file: pdf, get: () => client.week.pdf({ params }) }] : []),
        ...(typeof card === 'string' ? [{ file: card, get: () => client.week.card({ params }) }] : []),
      ];
      if (files.length === 0) return client.week.get({ params });
      for (const { file } of files) mustBeNew(file);
      for (const { file, get } of files) writeFileSync(file, (await get()).bytes, { mode: 0o600, flag: 'wx' });
      return { files: files.map(({ file }) => file) };
    },
    shown: (answer) =>
      'files' in answer ? answer.files.map((file) => `${file} is written.`).join('\n') : showWeek(answer),
  }),
  command('week.schedule', {
    name: 'week schedule',
    summary: 'send the week as a PDF every Saturday morning: to the reports folder, or by mail',
    example: 'zorivest week schedule --recipients me@example.com',
    question: ({ recipients }) =>
      recipients === undefined
        ? 'Write the week as a PDF into the reports folder every Saturday at 08:00?'
        : `Send the week as a PDF to ${listOf(recipients).join(', ')} every Saturday at 08:00?`,
    shown: ({ name, next_run }) =>
      `“${name}” is approved and runs next at ${next_run ?? 'no time'}; zorivest policy list shows it.`,
  }),
];
