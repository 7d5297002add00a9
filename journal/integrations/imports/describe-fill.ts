/** A fill in a few words, for messages. */
export function describeFill(fill: {
  instrument: string;
  action: string;
  quantity: string | number;
  price: string | number;
  time: string;
}): string {
  return `${fill.action} ${fill.quantity} ${fill.instrument} @ ${fill.price} of ${fill.time.slice(0, 19)}`;
}
