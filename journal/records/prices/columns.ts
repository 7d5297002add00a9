// The row of a price that a person gave, described once.
import { decimal, optional, type RowOf, Shape, stamp, text } from '@zorivest/store';

export const priceColumns = new Shape({
  instrument: text,
  /** `YYYY-MM-DD` */
  date: text,
  price: decimal,
  /** Null: what the instrument is traded in. */
  currency: optional(text),
  created_at: stamp,
});

export type PriceRow = RowOf<typeof priceColumns>;
