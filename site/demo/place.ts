// Where in the app the page is: behind the #, filter and all, `#/trades?period=all`.
const address = (): string => location.hash.slice(1) || '/';

export const pathOf = (): string => address().split('?')[0] || '/';
export const searchOf = (): string => address().split('?').slice(1).join('?');
