// What was thought before and after: one file, as in money.ts.
export { DiaryPage } from './diary/page.tsx';
export { ComparePage } from './playbooks/compare.tsx';
export { PlansPage } from './plans/page.tsx';
export { PlaybooksPage } from './playbooks/page.tsx';
export { RiskPage } from './risk/page.tsx';
