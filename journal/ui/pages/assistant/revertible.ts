/** What the service can take back, by the audit's words for it. */
export const revertible = new Set(['trade', 'plan', 'report']);
