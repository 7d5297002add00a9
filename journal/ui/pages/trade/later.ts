// The page of one trade, for whoever shows a list of them: the next click is most likely on a row.
import { later } from '../../parts/later.ts';

export const tradePage = later(async () => (await import('./page.tsx')).TradePage);
