// What a broker tells of one quarter in two of its exports, or three. Companies, coins and figures are made up, the
// columns are the brokers'; § stands for what makes a broker's ids those of one account.

/** By what the exports are: their texts. */
export type Quarters = Readonly<Record<string, readonly string[]>>;
