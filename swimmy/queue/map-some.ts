/** The number of concurrent requests to the queue, or for files: enough to hide latency, few enough to hold in memory. */
const CONCURRENCY = 8;

/** The results of `act` in order, several of them in progress concurrently. */
export async function mapSome<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await act(items[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, lane));
  return results;
}
