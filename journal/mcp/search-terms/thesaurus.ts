import { brokers, marketProviders } from '@zorivest/contract';

/** What people say instead of "my broker" or "the feed": the names the readers of files and the service go by. */

const brokerNames = inOneWord(Object.keys(brokers));
const providerNames = inOneWord(Object.keys(marketProviders));

/** A name of several words would bring "data", "link" or "score" along, which mean other things. */
function inOneWord(names: readonly string[]): readonly string[] {
  return names.filter((name) => !name.includes('_'));
}

/** Words traders use for the same thing. A question in one of them finds what is described in another. */
export const thesaurus: readonly (readonly string[])[] = [
  // What is done.
  ['buy', 'purchase', 'grab', 'scoop', 'snag', 'load', 'accumulate', 'acquire'],
  ['sell', 'dump', 'unload', 'offload', 'ditch', 'liquidate', 'exit', 'bail', 'close', 'trim'],
  ['record', 'log', 'note', 'jot', 'enter', 'write', 'add', 'book'],
  ['remove', 'delete', 'disconnect', 'unplug', 'unlink', 'revoke', 'forget', 'erase', 'drop', 'rip', 'scrap', 'wipe'],
  ['change', 'update', 'modify', 'adjust', 'edit', 'tweak', 'switch', 'set', 'toggle'],
  ['start', 'launch', 'run', 'trigger', 'kick', 'fire', 'execute'],
  ['stop', 'halt', 'freeze', 'abort', 'kill', 'cease'],
  ['resume', 'continue', 'unfreeze', 'reactivate', 'unlock', 'unblock', 'release', 'reopen'],
  ['pause', 'suspend', 'disable', 'hold'],
  ['restart', 'reboot', 'bounce', 'relaunch', 'reload', 'reset'],
  ['open', 'launch', 'display', 'pop', 'view', 'see', 'look'],
  ['import', 'load', 'upload', 'ingest', 'feed'],
  ['sync', 'fetch', 'pull', 'download', 'refresh', 'grab', 'sweep'],
  ['link', 'connect', 'tie', 'associate', 'relate', 'attach', 'hook'],
  ['preview', 'draft', 'mock', 'rehearse', 'dry'],
  ['test', 'check', 'verify', 'validate', 'ping', 'try'],
  ['review', 'critique', 'assess', 'evaluate', 'analyse', 'analyze', 'coach', 'feedback', 'roast', 'tear'],
  ['explain', 'describe', 'detail', 'inside', 'contain', 'bundle', 'content'],
  ['confirm', 'approve', 'permission', 'authorise', 'authorize', 'permit'],
  // What it is done to.
  ['screenshot', 'image', 'picture', 'pic', 'photo', 'snapshot', 'snap', 'screengrab', 'attachment'],
  ['trade', 'execution', 'fill', 'transaction', 'order'],
  // Names of what is traded stand for a stock.
  ['stock', 'share', 'etf', 'apple', 'tesla', 'nvidia', 'microsoft', 'amazon', 'google', 'meta', 'netflix', 'intel'],
  ['stock', 'share', 'amd', 'ford', 'boeing', 'disney', 'walmart', 'costco', 'palantir', 'gold', 'bitcoin', 'oil'],
  ['position', 'holding', 'bag', 'stake', 'exposure'],
  ['strategy', 'setup', 'play', 'playbook', 'pattern', 'system', 'tag'],
  ['setup', 'breakout', 'pullback', 'scalp', 'swing', 'momentum', 'reversal', 'gap', 'fade', 'trend'],
  ['plan', 'idea', 'thesis', 'scenario', 'gameplan'],
  ['mistake', 'error', 'blunder', 'slip', 'goof', 'screwup', 'lapse', 'sin', 'habit'],
  ['diary', 'journal', 'entry', 'page'],
  ['fee', 'commission', 'charge', 'cost', 'expense'],
  ['tax', 'irs', 'taxman', 'federal', 'sam'],
  ['payment', 'installment', 'instalment', 'check', 'cheque', 'voucher', 'estimate'],
  ['basis', 'lot', 'acquired', 'purchase'],
  ['loss', 'loser', 'losing', 'red', 'underwater'],
  ['gain', 'profit', 'winner', 'win', 'earning', 'made'],
  ['cash', 'money', 'bucks', 'dough', 'funds', 'balance'],
  ['account', 'ira', 'roth', 'margin', 'portfolio'],
  ['bank', 'checking', 'savings', 'statement'],
  ['broker', 'brokerage', ...brokerNames],
  ['provider', 'feed', 'source', 'vendor', ...providerNames],
  ['pipeline', 'policy', 'automation', 'job', 'schedule', 'digest', 'newsletter', 'report', 'task', 'routine'],
  ['email', 'mail', 'send', 'newsletter', 'digest'],
  ['news', 'headline', 'article', 'story', 'press', 'buzz', 'rumor', 'rumour', 'gossip'],
  ['quote', 'price', 'worth', 'value'],
  ['symbol', 'ticker', 'company', 'code'],
  ['filing', 'report', 'document', 'edgar', 'sec', 'annual', 'quarterly'],
  ['setting', 'preference', 'option', 'configuration', 'config'],
  ['sidebar', 'panel', 'theme', 'appearance', 'layout', 'notification', 'popup', 'colour', 'color', 'dialog'],
  ['log', 'logging', 'logger', 'logs'],
  ['verbose', 'verbosity', 'detail', 'chatty', 'noisy', 'loud', 'quiet', 'silent', 'debug'],
  ['backend', 'service', 'server', 'daemon', 'process'],
  ['memory', 'ram', 'cpu', 'uptime'],
  ['app', 'application', 'gui', 'window', 'desktop', 'screen', 'program'],
  ['work', 'respond', 'answer', 'alive', 'load', 'function'],
  ['broken', 'wrong', 'failing', 'problem', 'issue', 'trouble', 'weird', 'flaky', 'down', 'off'],
  ['stale', 'outdated', 'old', 'neglected', 'untouched', 'touched', 'ages', 'behind', 'overdue'],
  ['toolset', 'category', 'group', 'module', 'bundle', 'family'],
  // How it went.
  ['drawdown', 'drop', 'decline', 'ruin', 'wipe', 'crash'],
  ['odds', 'probability', 'chance', 'likelihood', 'risk'],
  ['slippage', 'overpaid', 'ripped', 'cheated', 'fair', 'shafted'],
  ['statistics', 'stats', 'figures', 'numbers', 'metrics', 'scorecard', 'performance', 'results'],
  ['size', 'sizing', 'big', 'shares', 'contracts', 'quantity', 'heavy'],
];
