// Which of the filter's fields tools take: enough to name an account, a time, an instrument and a tag. What is left out is
// left out for the same reason everywhere: its words would cost every session more than the few questions need.
const RARE = 'seldom asked for: the words would cost every session; REST takes it';

export const rarelyFiltered = {
  account_ids: RARE,
  strategy: RARE,
  underlying: RARE,
  direction: RARE,
  result: RARE,
  currency: RARE,
  open_positions: RARE,
  follow_rolls: RARE,
} as const;

/** In as few words as a name needs that says most of it itself. */
export const filterDescriptions = {
  account_id: '',
  period: ['today, last_week, YYYY-Q3', 'Or ytd, all, 30d, YYYY-MM.'],
  from: '',
  to: '',
  tags: '',
  instrument: '',
  unit: '',
} as const;
