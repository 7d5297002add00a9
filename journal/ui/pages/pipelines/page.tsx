// Scheduled work: the policies, who approved what, when they run and with which result.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { duration, moment, zoneName } from '../../amount/time.ts';
import { Act } from '../../components/act.tsx';
import { AskFirst } from '../../components/ask-first.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { Menu } from '../../components/menu.tsx';
import { Page } from '../../components/page.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import { ApprovePolicy } from './approve.tsx';
import { type Policy, PolicyForm } from './policy-form.tsx';
import { LastReport, Runs } from './runs.tsx';
import { scheduleDays, scheduleOf, scheduleParts, scheduleText } from './schedule.ts';
import { Templates } from './templates.tsx';

export function PipelinesPage(): ReactNode {
  const policies = useEndpoint('scheduling', 'listPolicies');
  return (
    <Page
      title="Reports"
      aside={
        <div className="page-tools">
          <Link href="/reports/week/last">The week</Link>
          <PolicyForm />
        </div>
      }
    >
      <WhenLoaded query={policies} height={240}>
        {({ policies: all }) =>
          all.length === 0 ? (
            <Empty>
              Reports are created from the book on a schedule, and saved or mailed. Ask your assistant for one, or write
              it here; a report runs only after your approval.
            </Empty>
          ) : (
            all.map((policy) => <PolicyCard key={policy.id} policy={policy} />)
          )
        }
      </WhenLoaded>
      <section className="card" aria-labelledby="runs">
        <h2 id="runs">Runs</h2>
        <Runs names={new Map(policies.data?.policies.map(({ id, name }) => [id, name]))} />
      </section>
      <Templates />
    </Page>
  );
}

function PolicyCard({ policy }: { readonly policy: Policy }): ReactNode {
  const { id, name, enabled, approved, approved_at, next_run, warnings = [] } = policy;
  const params = { policy_id: id };
  const trigger = policy.policy_json['trigger'] as { readonly cron_expression?: string; readonly timezone?: string };
  const own = scheduleParts(trigger.cron_expression ?? '');
  return (
    <article className="card policy" aria-labelledby={`policy-${id}`}>
      <LastReport policyId={id} name={name} />
      <h2 id={`policy-${id}`}>{name}</h2>
      <p>
        {approved ? `Approved ${moment(approved_at)}` : 'Not approved: it does not run'}.{' '}
        <span className="quiet">
          {enabled
            ? `Runs ${scheduleText(trigger.cron_expression ?? '')} (${zoneName(trigger.timezone ?? 'UTC')})`
            : 'Switched off'}
          {next_run === null
            ? ''
            : `, next in ${duration((Date.parse(next_run) - Date.now()) / 1000)}, ${moment(next_run)}`}
        </span>
      </p>
      {warnings.map(({ field, message }) => (
        <p key={field}>
          {field}: {message}
        </p>
      ))}
      <p className="page-tools">
        <ApprovePolicy policyId={id} name={name} approved={approved} />
        <Act act={() => api.scheduling.runPolicy({ params, body: { dry_run: true } })} changes="pipeline">
          Dry run
        </Act>
        {approved && (
          <Act act={() => api.scheduling.runPolicy({ params, body: {} })} changes="pipeline">
            Run now
          </Act>
        )}
        <Menu of={name}>
          <FormDialog
            button="Schedule"
            about={name}
            title={`When ${name} runs`}
            changes="policy"
            fields={[
              {
                name: 'days',
                label: 'Days',
                options: own === null ? [['', 'As in its text'], ...scheduleDays] : scheduleDays,
                value: own?.days,
              },
              { name: 'at', label: 'At', kind: 'time', value: own?.at },
              { name: 'timezone', label: 'Time zone', value: trigger.timezone ?? 'UTC' },
              { name: 'enabled', label: 'Switched on', kind: 'flag', value: enabled },
            ]}
            save={({ days, at, timezone, enabled: on }) =>
              api.scheduling.schedulePolicy({
                params,
                query: {
                  ...(days !== undefined && {
                    cron_expression: scheduleOf({ days: String(days), at: String(at ?? '17:00') }),
                  }),
                  ...(timezone !== undefined && { timezone: String(timezone) }),
                  enabled: on === true ? 'true' : 'false',
                },
              })
            }
          />
          <PolicyForm policy={policy} />
          <AskFirst
            button="Delete"
            title={`Delete ${name}?`}
            act={() => api.scheduling.removePolicy({ params })}
            changes="policy"
          >
            Its run history is deleted too.
          </AskFirst>
        </Menu>
      </p>
    </article>
  );
}
