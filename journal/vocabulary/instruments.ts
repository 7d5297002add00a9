/** What a name of an instrument is. */
export const instrumentNameKinds = ['ticker', 'exchange', 'isin', 'cusip', 'figi', 'coin'] as const;
export type InstrumentNameKind = (typeof instrumentNameKinds)[number];

/** Who stated a name: the person, a statement that has no ticker, a fill that carries two names, or a symbol change. */
export const nameSources = ['person', 'statement', 'fill', 'event'] as const;
export type NameSource = (typeof nameSources)[number];
