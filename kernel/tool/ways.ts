/** The tool that asks after long work. Wherever work can be begun it can be asked after, whatever else is shown. */
export const GET_TASK = 'get_task';
