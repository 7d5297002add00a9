// The runs and their results, newest first, each with its steps.
import { type ReactNode, useState } from 'react';
import { plain } from '../../amount/format.ts';
import { moment } from '../../amount/time.ts';
import { Act } from '../../components/act.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ReportFrame } from '../../components/report-frame.tsx';
import { Empty, WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';

type Run = Answer<'scheduling', 'listRuns'>[number];

const seconds = (ms: number | null) => (ms === null ? '–' : `${plain(ms / 1000, 1)} s`);

export function Runs({ names }: { readonly names: ReadonlyMap<string, string> }): ReactNode {
  const runs = useEndpoint('scheduling', 'listRuns', { query: { limit: 50 } });
  return (
    <WhenLoaded query={runs} height={120}>
      {(all) =>
        all.length === 0 ? (
          <Empty>No runs yet.</Empty>
        ) : (
          <Table
            stacked
            label="Runs"
            rows={all}
            keyOf={({ run_id }) => run_id}
            columns={[
              { name: 'Started', cell: ({ started_at }) => moment(started_at), text: true },
              { name: 'Outcome', cell: outcomeOf, text: true },
              {
                name: 'Report',
                cell: ({ policy_id }) => names.get(policy_id) ?? policy_id,
                text: true,
                minor: 'tablet',
              },
              { name: 'By', cell: ({ trigger_type }) => trigger_type, text: true, minor: true },
              { name: 'Duration', cell: ({ duration_ms }) => seconds(duration_ms), minor: true },
              { name: 'Actions', silent: true, cell: (run) => <RunActs run={run} /> },
            ]}
          />
        )
      }
    </WhenLoaded>
  );
}

const outcomeOf = ({ status, dry_run, error }: Run): string =>
  `${status.replaceAll('_', ' ')}${dry_run ? ', without effects' : ''}${error === null ? '' : `: ${error}`}`;

function RunActs({ run }: { readonly run: Run }): ReactNode {
  const [open, setOpen] = useState(false);
  const isOver = run.completed_at !== null;
  return (
    <span className="page-tools">
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Steps
      </button>
      {!isOver && (
        <Act act={() => api.scheduling.cancelRun({ params: { run_id: run.run_id } })} changes="pipeline">
          Cancel
        </Act>
      )}
      {open && (
        <Dialog title="Steps of the run" onClose={() => setOpen(false)} wide>
          <Steps runId={run.run_id} />
        </Dialog>
      )}
    </span>
  );
}

function Steps({ runId }: { readonly runId: string }): ReactNode {
  const run = useEndpoint('scheduling', 'getRun', { params: { run_id: runId } });
  return (
    <WhenLoaded query={run} height={120}>
      {({ steps, preview_html }) => (
        <>
          <Table
            label="Steps"
            rows={steps}
            keyOf={({ step_id, attempt }) => `${step_id} ${attempt}`}
            columns={[
              { name: 'Step', cell: ({ step_id }) => step_id, text: true },
              { name: 'Kind', cell: ({ step_type }) => step_type, text: true },
              {
                name: 'Outcome',
                cell: ({ status, error }) => (error === null ? status : `${status}: ${error}`),
                text: true,
              },
              { name: 'Try', cell: ({ attempt }) => attempt },
              { name: 'Duration', cell: ({ duration_ms }) => seconds(duration_ms) },
            ]}
          />
          {typeof preview_html === 'string' && preview_html !== '' && <Preview html={preview_html} />}
        </>
      )}
    </WhenLoaded>
  );
}

/** The last report of a pipeline as a thumbnail; it opens in full size. */
export function LastReport({ policyId, name }: { readonly policyId: string; readonly name: string }): ReactNode {
  const [open, setOpen] = useState(false);
  const runs = useEndpoint('scheduling', 'listRuns', { query: { limit: 50 } });
  const last = runs.data?.find(({ policy_id, status }) => policy_id === policyId && status === 'success');
  const params = { run_id: last?.run_id ?? '' };
  const html = useEndpoint('scheduling', 'getRun', { params }, { enabled: last !== undefined }).data?.preview_html;
  if (last === undefined || typeof html !== 'string' || html === '') return null;
  const title = `${name}, ${moment(last.started_at)}`;
  return (
    <>
      <div className="thumbnail report-thumbnail">
        <div inert>
          <ReportFrame html={html} title={title} />
        </div>
        <button type="button" onClick={() => setOpen(true)}>
          <span className="visually-hidden">Last report: {title}</span>
        </button>
      </div>
      {open && (
        <Dialog title={title} onClose={() => setOpen(false)} wide>
          <ReportFrame html={html} title={title} />
        </Dialog>
      )}
    </>
  );
}

/** What it wrote or would have written, and the text of it for those who want to look closely. */
export function Preview({ html }: { readonly html: string }): ReactNode {
  return (
    <>
      <h3>Report it would have created</h3>
      <ReportFrame html={html} title="Report it would have created" />
      <details>
        <summary>Its text</summary>
        <pre className="scroll" tabIndex={0} role="region" aria-label="Text of what it would have written">
          {html}
        </pre>
      </details>
    </>
  );
}
