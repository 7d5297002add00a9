// The landing page: each product with a picture, and the links to start.
import { isPublished } from '../../scripts/release/published.ts';
import { escapeMarkup } from '@zorivest/pictures';
import type { Picture } from './markdown.ts';

interface Product {
  readonly name: string;
  readonly whom: string;
  readonly says: string;
  readonly points: readonly string[];
  readonly start: string;
  readonly more: readonly (readonly [words: string, address: string])[];
  readonly picture: { readonly file: string; readonly dark?: string; readonly alt: string };
}

const products: readonly Product[] = [
  {
    name: 'The journal',
    whom: 'for traders',
    says: 'Your trades, their results, and the reasons: in an encrypted book on your own machine.',
    points: [
      'Statements of dozens of brokers, read and reconciled with the book to the cent',
      'Round trips, expectancy, R, drawdown, behaviour, costs, net worth and returns',
      'US tax: lots, wash sales over all accounts, Forms 8949, 6781 and Schedule D',
      'Your assistant reads it with tools; every write can wait for your approval',
    ],
    start: isPublished ? 'npx zorivest quickstart' : 'npm ci && npm start',
    more: [
      ['Your first evening', 'guides/first-evening.html'],
      ['Open the demo', '../demo/index.html'],
    ],
    picture: {
      file: 'docs/screens/dashboard.png',
      dark: 'docs/screens/dashboard-dark.png',
      alt: 'The dashboard of the journal: equity, results by day, key figures, plans and open positions',
    },
  },
  {
    name: 'perf',
    whom: 'for web developers',
    says: 'Why is it slow? From profiles and logs to the three things to fix first, each with its evidence.',
    points: [
      'SPX, Xdebug, pprof, speedscope, V8 and more; logs of MySQL, MariaDB and PostgreSQL; access logs',
      'Indexes are tested before they are recommended',
      'A gate for pull requests that learns the noise of your measurements',
      'Many hosts in one PostgreSQL, by the hour and by the day',
    ],
    start: isPublished ? 'claude mcp add perf -- npx -y mcp-perf-server' : 'claude mcp add perf -- mcp-perf-server',
    more: [
      ['A gate in CI', 'guides/gate-in-ci.html'],
      ['All features', 'perf/index.html'],
    ],
    picture: { file: 'docs/perf-report.png', alt: 'A report: what to fix first on a WordPress site, with evidence' },
  },
  {
    name: 'swimmy',
    whom: 'for strategy researchers',
    says: 'Backtests, submitted by your assistant, run on all cores and followed to their result. It can never trade.',
    points: [
      'A rule language over bars: parsed, never run as code',
      'Sweeps, walk-forward, bootstrap, look-ahead checks, and significance corrected for all your trials',
      'Many symbols in one account, many machines on one queue',
      'Every trial ever made is counted in a ledger',
    ],
    start: isPublished ? 'claude mcp add swimmy -- npx -y swimmy-mcp mcp' : 'claude mcp add swimmy -- swimmy-mcp mcp',
    more: [
      ['Your first strategy', 'guides/first-strategy.html'],
      ['All features', 'swimmy/index.html'],
    ],
    picture: { file: 'docs/screens/views/backtest.png', alt: 'A backtest: the price in bars, with its trades' },
  },
];

const promises: readonly (readonly [title: string, says: string])[] = [
  [
    'Yours',
    'Everything runs on your machine. Nothing leaves it unless you set that up, and one page lists which hosts each program may contact.',
  ],
  ['Visible', 'You see what an assistant does as it does it, with a record that it cannot write itself.'],
  ['Stopped', 'A red button stops every assistant immediately, and only you can lift that.'],
  ['Undone', 'What was deleted or changed stays in the bin for thirty days, as it was.'],
];

export const landingPictures = products.flatMap(({ picture: { file, dark } }) => [file, ...(dark ? [dark] : [])]);

export const LANDING_TITLE = 'Zorivest: tools for your assistant, control for you';
export const LANDING_SAYS =
  'Three MCP servers on one kernel: a trading journal, a performance analyst and a backtest gateway. Everything runs on your own machine.';

export function landing(picture: (file: string) => Picture): string {
  const image = (file: string, alt: string, kind = '', isFirst = false) => {
    const { address, width, height } = picture(file);
    const when = isFirst ? '' : ' loading="lazy"';
    return `<img${kind} src="${address}" width="${width}" height="${height}" alt="${escapeMarkup(alt)}"${when}>`;
  };
  const cards = products.map(({ name, whom, says, points, start, more, picture: { file, dark, alt } }, at) => {
    const shown =
      dark === undefined
        ? image(file, alt)
        : `${image(file, alt, ' class="by-day"', at === 0)}${image(dark, alt, ' class="by-night"')}`;
    const links = more.map(([words, address]) => `<a href="${address}">${escapeMarkup(words)}</a>`);
    return `<section class="product"><div>
<h2>${escapeMarkup(name)} <small>${escapeMarkup(whom)}</small></h2>
<p>${escapeMarkup(says)}</p>
<ul>${points.map((point) => `<li>${escapeMarkup(point)}</li>`).join('')}</ul>
<pre tabindex="0"><code>${escapeMarkup(start)}</code></pre>
<p class="ways">${links.join('')}</p>
</div><div class="shot">${shown}</div></section>`;
  });
  return `<section class="hero">
<h1>Real tools for your assistant, <br>and control for you</h1>
<p>Three MCP servers that run on your own machine: a trading journal, a performance analyst and a backtest gateway. You see what the assistant does as it does it, and a red button stops it.</p>
<p class="ways"><a class="main" href="quickstart.html">Quickstart</a><a href="../demo/index.html">Open the demo</a></p>
</section>
${cards.join('\n')}
<section class="promises"><h2>What all of them have in common</h2><dl>${promises
    .map(([title, says]) => `<div><dt>${title}</dt><dd>${says}</dd></div>`)
    .join('')}</dl>
<p>All three stand on <a href="kernel/index.html">one kernel</a>, which is yours for <a href="guides/your-own-server.html">a server of your own</a>.</p></section>`;
}
