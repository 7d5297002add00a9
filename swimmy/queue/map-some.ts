/** How many requests to the queue, or files, are under way at once: enough to hide the way there, few enough to hold. */
const CONCURRENCY = 8;

/** The results of `act` in order, some of them under way at once. */
export async function mapSome<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await act(items[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, lane));
  return results;
}
