import type { Provider } from '../provider.ts';
import { day, list, number, object, rows, text } from '../read.ts';

const KINDS = new Set(['10-K', '10-Q', '8-K', '10-K/A', '10-Q/A', '8-K/A', '20-F', '6-K']);
const MOST = 40;

/** The SEC's own service: free and keyless; it asks for a User-Agent that says whom to contact. */
export const secEdgar: Provider = {
  name: 'sec_edgar',
  baseUrl: 'https://data.sec.gov',
  key: { in: 'none' },
  perMinute: 300,
  signupUrl: 'https://www.sec.gov/os/accessing-edgar-data',
  docsUrl: 'https://www.sec.gov/search-filings/edgar-application-programming-interfaces',
  probe: async (http) => text(object(await http.get('/submissions/CIK0000320193.json')).name) !== null,
  feeds: {
    sec_filings: async ({ ticker }, http) => {
      const known = Object.values(object(await http.get('https://www.sec.gov/files/company_tickers.json'))).map(object);
      const company = known.find((entry) => text(entry.ticker)?.toUpperCase() === ticker);
      const cik = number(company?.cik_str);
      if (cik === null) return [];
      const padded = String(cik).padStart(10, '0');
      const submissions = object(await http.get(`/submissions/CIK${padded}.json`));
      const recent = object(object(submissions.filings).recent);
      const column = (name: string): unknown[] => (Array.isArray(recent[name]) ? (recent[name] as unknown[]) : []);
      const [forms, dates, numbers, documents] = ['form', 'filingDate', 'accessionNumber', 'primaryDocument'].map(
        column,
      );
      const filings = (forms ?? []).map((form, n) => ({
        form,
        date: dates?.[n],
        number: numbers?.[n],
        document: documents?.[n],
      }));
      return rows(list(filings), (filing) => {
        const form = text(filing.form);
        if (form === null || !KINDS.has(form)) return null;
        const accession = text(filing.number)?.replaceAll('-', '');
        const document = text(filing.document);
        return {
          ticker,
          company_name: text(submissions.name) ?? ticker,
          cik: padded,
          filing_type: form,
          filing_date: day(filing.date),
          url:
            accession === undefined || document === null
              ? null
              : `https://www.sec.gov/Archives/edgar/data/${cik}/${accession}/${document}`,
        };
      }).slice(0, MOST);
    },
  },
};
