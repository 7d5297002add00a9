// Accounts, plans, risk and tax. Pages that are opened one after the other come in one file: apart, each would share its parts
// with the next in files of a few lines, and all of them would weigh more.
export { AccountsPage } from './accounts/page.tsx';
export { ImportsPage } from './imports/page.tsx';
export { Begin } from './getting-started/begin.tsx';
export { IncomePage } from './income/page.tsx';
export { TaxPage } from './tax/page.tsx';
export { WorthPage } from './worth/page.tsx';
export { DiaryPage } from './diary/page.tsx';
export { ComparePage } from './playbooks/compare.tsx';
export { PlansPage } from './plans/page.tsx';
export { PlaybooksPage } from './playbooks/page.tsx';
export { RiskPage } from './risk/page.tsx';
