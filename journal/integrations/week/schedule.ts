// Sends the week every Saturday: an ordinary policy, complete and approved by the person who asks for it.
import { settingOf } from '@zorivest/records';
import type { Call } from '@zorivest/store';
import { approvePolicy, createPolicy, type Scheduler } from '../pipelines/policies.ts';

const NAME = 'The week';

/** After Friday's last session, before the weekend's review. */
const SATURDAY_MORNING = '0 8 * * 6';

export async function scheduleWeek(call: Call, scheduler: Scheduler, recipients: readonly string[]) {
  const made = await createPolicy(call, scheduler, {
    schema_version: 2,
    name: NAME,
    metadata: { description: 'The week on one page, as a PDF.' },
    trigger: { cron_expression: SATURDAY_MORNING, timezone: await settingOf(call, 'display.time_zone') },
    steps: [
      { id: 'week', type: 'week_report', params: { week: 'last' } },
      {
        id: 'send',
        type: 'send',
        params: {
          subject: '{{ week.title }}',
          html_body: { ref: 'ctx.week.html' },
          ...(recipients.length === 0
            ? { channel: 'local_file', file_name: { ref: 'ctx.week.file_name' } }
            : { channel: 'email', recipients: [...new Set(recipients)], attach_pdf: true }),
        },
      },
    ],
  });
  return approvePolicy(call, scheduler, made.id, made.content_hash);
}
