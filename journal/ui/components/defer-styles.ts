/** A report with its styles moved where the policy of the page does not apply: `dress` in report-frame sets them. */
export const deferStyles = (html: string): string =>
  `<!doctype html><meta charset="utf-8">${html
    .replaceAll(/(<[a-z][^<>]*?\s)style(\s*=)/gi, '$1data-style$2')
    .replaceAll(/<(\/?)style\b/gi, '<$1template')}`;
