interface Trip {
  readonly executions: readonly { readonly exec_id: string }[];
}

/** A trade of more fills has its first ones looked up. */
const MOST = 40;

/** Its executions, as a question about all of them names them. */
export const idsOf = ({ executions }: Trip): string =>
  executions
    .slice(0, MOST)
    .map(({ exec_id }) => exec_id)
    .join(',');
