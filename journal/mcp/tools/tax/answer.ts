/** The service repeats its figures under `data` for callers that look there; a model would only pay for them twice. */
export function once<T extends { readonly data: unknown }>(answer: T): Omit<T, 'data'> {
  const { data: _, ...rest } = answer;
  return rest;
}
