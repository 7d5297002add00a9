import type { Provider } from '../provider.ts';
import { list, number, object, text, type Json } from '../read.ts';

/** Daily reference rates: frequency, currency, against the euro, spot, as published. */
const path = (currency: string): string => `/service/data/EXR/D.${currency}.EUR.SP00.A`;

/** The European Central Bank's own service: free and keyless. It knows what one euro was worth, and nothing else. */
export const ecb: Provider = {
  name: 'ecb',
  baseUrl: 'https://data-api.ecb.europa.eu',
  key: { in: 'none' },
  perMinute: 60,
  signupUrl: 'https://data.ecb.europa.eu/',
  docsUrl: 'https://data.ecb.europa.eu/help/api/data',
  probe: async (http) =>
    readObservations(await http.get(path('USD'), { format: 'jsondata', lastNObservations: 1 })).length > 0,
  feeds: {
    fx_rates: async ({ ticker, start, end }, http) => {
      const quote = /^EUR([A-Z]{3})$/.exec(ticker)?.[1];
      if (quote === undefined) return [];
      const answer = await http.get(path(quote), { format: 'jsondata', startPeriod: start, endPeriod: end });
      return readObservations(answer).map(({ date, rate }) => ({ date, base: 'EUR', quote, rate }));
    },
  },
};

/** SDMX-JSON keeps days and values apart: an observation is named by the place of its day in the list of days. */
function readObservations(answer: unknown): { date: string; rate: number }[] {
  const { dataSets, structure } = object(answer);
  const [time] = list(object(object(structure).dimensions).observation);
  const days = list(time?.values).map(({ id }) => text(id));
  // One currency was asked for: there is one series.
  const [series] = Object.values(object(list(dataSets)[0]?.series)) as Json[];
  return Object.entries(object(series?.observations)).flatMap(([place, values]) => {
    const [date, rate] = [days[Number(place)], number(Array.isArray(values) ? values[0] : null)];
    return date === null || date === undefined || rate === null || rate <= 0 ? [] : [{ date, rate }];
  });
}
