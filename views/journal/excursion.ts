// How far the price went for a trade and against it, and how much of the best price its exit captured.
import { barChart } from '@zorivest/pictures';
import { figures, heading, picture, problems } from '../page/parts.ts';
import { startView } from '../page/view.ts';
import type { JournalAnswer } from './_answer.ts';
import { showWaiting } from './_waiting.ts';

/** A short answer omits repeated values. */
type Answer = Partial<JournalAnswer<'analytics', 'excursion'>>;

startView<Answer>(
  (answer) =>
    ({ formats, width }) => {
      const { mfe_dollars: best = null, mae_dollars: worst = null, currency = '' } = answer;
      const share = (value: number | null | undefined) =>
        value === null || value === undefined ? '–' : `${formats.plain(value, 2)} %`;
      const bars = [
        ...(best === null ? [] : [{ name: 'Best (MFE)', value: best, note: share(answer.mfe_pct) }]),
        ...(worst === null ? [] : [{ name: 'Worst (MAE)', value: -Math.abs(worst), note: share(answer.mae_pct) }]),
      ];
      return [
        heading('MFE and MAE', [answer.data_source ?? '', currency ?? ''].filter((part) => part !== '').join(' · ')),
        figures([
          {
            name: 'Best (MFE)',
            text: formats.gain(best),
            sign: best,
            note: `${share(answer.mfe_pct)} of the entry`,
          },
          {
            name: 'Worst (MAE)',
            text: formats.gain(worst === null ? null : -Math.abs(worst)),
            sign: worst === null ? null : -Math.abs(worst),
            note: `${share(answer.mae_pct)} of the entry`,
          },
          { name: 'MFE captured', text: share(answer.bso_pct) },
          { name: 'Best exit', text: formats.price(answer.best_exit_price) },
        ]),
        bars.length > 0 &&
          picture(
            barChart({ label: 'How far the price went for and against the trade', width, bars, format: formats.gain }),
            'While it was open, by the bars',
          ),
        problems(answer.problems),
      ];
    },
  showWaiting,
);
