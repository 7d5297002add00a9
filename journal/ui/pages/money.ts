// Where the money is and what the year owes. Pages that are opened in turn come in one file: apart, each would share its parts
// with the next in files of a few lines, and all of them would weigh more.
export { AccountsPage } from './accounts/page.tsx';
export { ImportsPage } from './imports/page.tsx';
export { IncomePage } from './income/page.tsx';
export { TaxPage } from './tax/page.tsx';
export { WorthPage } from './worth/page.tsx';
