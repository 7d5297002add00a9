// Looking at all that a policy would do, against what was approved last, and letting it run.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { diffLines } from '../../components/diff.ts';
import { WhenLoaded } from '../../components/states.tsx';
import { noteWrite, useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { Preview } from './runs.tsx';
import { scheduleText } from './schedule.ts';
import { zoneName } from '../../amount/time.ts';

type Approval = Answer<'scheduling', 'policyApproval'>;

interface ApproveProps {
  readonly policyId: string;
  readonly name: string;
  readonly approved: boolean;
}

export function ApprovePolicy({ policyId, name, approved }: ApproveProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={approved ? 'button' : 'button main'} onClick={() => setOpen(true)}>
        {approved ? 'Approved version' : 'Review and approve'}
        <span className="visually-hidden"> {name}</span>
      </button>
      {open && (
        <Dialog title={name} onClose={() => setOpen(false)} wide>
          <Look policyId={policyId} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function Look({ policyId, onDone }: { readonly policyId: string; readonly onDone: () => void }): ReactNode {
  const params = { policy_id: policyId };
  const asked = useEndpoint('scheduling', 'policyApproval', { params });
  const approve = useMutation<unknown, Problem, string>({
    mutationFn: (content_hash) => api.scheduling.approvePolicy({ params, body: { content_hash } }),
    onSuccess: onDone,
    onSettled: () => noteWrite('policy'),
  });
  return (
    <WhenLoaded query={asked} height={240}>
      {(approval) => (
        <>
          <Recipients approval={approval} />
          <Changes approval={approval} />
          <Trial policyId={policyId} />
          {approve.error && <p role="alert">{approve.error.message}</p>}
          {approval.approved ? (
            <p>This is approved.</p>
          ) : (
            <button
              type="button"
              className="button main"
              disabled={approve.isPending}
              onClick={() => approve.mutate(approval.content_hash)}
            >
              Approve
            </button>
          )}
        </>
      )}
    </WhenLoaded>
  );
}

/** A dry run, so that what it would send is seen before it is agreed to. */
function Trial({ policyId }: { readonly policyId: string }): ReactNode {
  const begin = useMutation<string, Problem>({
    mutationFn: async () => {
      const params = { policy_id: policyId };
      return (await api.scheduling.runPolicy({ params, body: { dry_run: true } })).run_id;
    },
    onSettled: () => noteWrite('pipeline'),
  });
  return (
    <>
      <p>
        <button type="button" className="button" disabled={begin.isPending} onClick={() => begin.mutate()}>
          Preview the report
        </button>
      </p>
      {begin.error && <p role="alert">{begin.error.message}</p>}
      {begin.data !== undefined && <Outcome runId={begin.data} />}
    </>
  );
}

function Outcome({ runId }: { readonly runId: string }): ReactNode {
  const run = useEndpoint('scheduling', 'getRun', { params: { run_id: runId } });
  return (
    <WhenLoaded query={run} height={120}>
      {({ completed_at, error, preview_html }) => {
        if (completed_at === null) return <p aria-busy="true">Running the preview</p>;
        if (error !== null) return <p role="alert">{error}</p>;
        return preview_html ? (
          <Preview html={preview_html} />
        ) : (
          <p>It ran successfully and produces no readable report.</p>
        );
      }}
    </WhenLoaded>
  );
}

/** What leaves the machine comes first. */
function Recipients({ approval }: { readonly approval: Approval }): ReactNode {
  const list = (texts: Approval['recipients']) => texts.map(({ text }) => text).join(', ');
  return (
    <ul>
      <li>
        Runs {scheduleText(approval.schedule.cron_expression)} (<code>{approval.schedule.cron_expression}</code>,{' '}
        {zoneName(approval.schedule.timezone)})
      </li>
      <li>{approval.recipients.length === 0 ? 'Sends nothing' : `Sends to ${list(approval.recipients)}`}</li>
      <li>{approval.addresses.length === 0 ? 'Downloads nothing' : `Downloads ${list(approval.addresses)}`}</li>
    </ul>
  );
}

const signs = { same: ' ', added: '+', removed: '−' } as const;
const prefixes = { same: '', added: 'added: ', removed: 'removed: ' } as const;

function Changes({ approval: { text, approved_text } }: { readonly approval: Approval }): ReactNode {
  const lines = diffLines(approved_text ?? text, text);
  const changed = lines.filter(({ change }) => change !== 'same').length;
  return (
    <>
      <p className="quiet">
        {approved_text === null
          ? 'Not approved before. The full text:'
          : changed === 0
            ? 'Approved text:'
            : `${changed} lines differ from what was approved:`}
      </p>
      <div className="scroll diff" tabIndex={0} role="region" aria-label="Text of the policy">
        {lines.map(({ change, text: line }, i) => (
          <div key={i} className={change}>
            <span aria-hidden="true">{signs[change]} </span>
            <span className="visually-hidden">{prefixes[change]}</span>
            {line}
          </div>
        ))}
      </div>
    </>
  );
}
