// What waits for the person: everything an assistant wants to write, and who asks. Time running out is a no.
import { useMutation } from '@tanstack/react-query';
import { visible } from '@zorivest/vocabulary';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { noteAgreed, queries, useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';
import { kindOf } from './change.ts';
import { capitalize } from '../../components/changed-fields.ts';
import { type DecidedApproval, ApprovalOutcome, isDoneOutside } from './done.tsx';
import { useFeed } from './use-feed.ts';
import { WaitingChanges } from './write.tsx';

// A card that comes or goes moves the others: for a moment a click could mean the one that was there before.

const MOMENT_MS = 700;

/** Whether what stands where has changed a moment ago. */
function useMoving(order: string): boolean {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(order), MOMENT_MS);
    return () => clearTimeout(timer);
  }, [order]);
  return order !== settled;
}

type Approval = Answer<'approvals', 'list'>['items'][number];
type Decision = Parameters<typeof api.approvals.decide>[0]['body'];

/** How many wait; the title of the tab says it too. */
export function useWaiting(): readonly Approval[] {
  const approvals = useEndpoint('approvals', 'list', { query: { status: 'waiting' } });
  return approvals.data?.items ?? [];
}

type TellDone = (decided: DecidedApproval) => void;

const decideOn = async (approvals: readonly Approval[], body: Decision, tell: TellDone): Promise<void> => {
  for (const { id } of approvals) {
    const decided = await api.approvals.decide({ params: { id }, body });
    if (decided.status === 'approved') noteAgreed(decided);
    tell(decided);
  }
};

const useDecide = (tell: TellDone) =>
  useMutation<void, Problem, { readonly approvals: readonly Approval[]; readonly body: Decision }>({
    mutationFn: ({ approvals, body }) => decideOn(approvals, body, tell),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['approvals'] }),
  });

export function Approvals(): ReactNode {
  const waiting = useWaiting();
  const [done, setDone] = useState<readonly DecidedApproval[]>([]);
  const tell: TellDone = (decided) => isDoneOutside(decided) && setDone((before) => [decided, ...before]);
  const close = (id: string) => setDone((before) => before.filter((one) => one.id !== id));
  return (
    <>
      <Waiting waiting={waiting} tell={tell} />
      {done.map((one) => (
        <ApprovalOutcome key={one.id} approval={one} close={() => close(one.id)} />
      ))}
    </>
  );
}

interface WaitingProps {
  readonly waiting: readonly Approval[];
  readonly tell: TellDone;
}

function Waiting({ waiting, tell }: WaitingProps): ReactNode {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const isMoving = useMoving(waiting.map(({ id }) => id).join(' '));
  if (waiting.length === 0) return null;
  const kinds = Map.groupBy(waiting, kindOf);
  const toggle = (id: string) => setTicked((before) => before.symmetricDifference(new Set([id])));
  return (
    <section className={`card waiting${isMoving ? ' moving' : ''}`} aria-labelledby="waiting" aria-live="assertive">
      <h2 id="waiting">{`Waiting for you (${waiting.length})`}</h2>
      {[...kinds].map(([kind, alike]) => (
        <div key={kind}>
          {alike.map((approval) => (
            <Card
              key={approval.id}
              approval={approval}
              tell={tell}
              {...(alike.length > 1 && {
                tick: { isOn: ticked.has(approval.id), toggle: () => toggle(approval.id) },
              })}
            />
          ))}
          <Together approvals={alike.filter(({ id }) => ticked.has(id))} tell={tell} />
        </div>
      ))}
    </section>
  );
}

/** Equal acts, each reviewed and ticked on its own: there is no button for all of them. */
function Together({
  approvals,
  tell,
}: {
  readonly approvals: readonly Approval[];
  readonly tell: TellDone;
}): ReactNode {
  const decide = useDecide(tell);
  const [first] = approvals;
  return (
    <>
      {first !== undefined && (
        <p className="page-tools" role="group" aria-label={`Ticked: ${first.summary}`}>
          <button
            type="button"
            className="button"
            disabled={decide.isPending}
            onClick={() => decide.mutate({ approvals, body: { decision: 'deny' } })}
          >
            Deny the {approvals.length} ticked
          </button>
          <button
            type="button"
            className="button main agree"
            disabled={decide.isPending}
            onClick={() => decide.mutate({ approvals, body: { decision: 'approve' } })}
          >
            Approve the {approvals.length} ticked
          </button>
        </p>
      )}
      {decide.error && <p role="alert">{decide.error.message}</p>}
    </>
  );
}

interface CardProps {
  readonly approval: Approval;
  readonly tell: TellDone;
  readonly tick?: { readonly isOn: boolean; readonly toggle: () => void };
}

function Card({ approval, tell, tick }: CardProps): ReactNode {
  const { mutate, error, isPending } = useDecide(tell);
  const decide = (body: Decision) => mutate({ approvals: [approval], body });
  const left = useSecondsLeft(approval.expires_at);
  const onKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey || isPending) return;
    if (key === 'a') decide({ decision: 'approve' });
    else if (key === 'd') decide({ decision: 'deny' });
  };
  return (
    <article className="card approval" aria-label={`${nameOf(approval)} wants: ${approval.summary}`} onKeyDown={onKey}>
      <p>
        <strong>{nameOf(approval)}</strong> wants: {approval.summary}{' '}
        <span className="quiet">{left > 0 ? `${timeLeft(left)} left, then denied` : 'expired: denied'}</span>
      </p>
      <TimeLeft approval={approval} left={left} />
      {!isOneRow(approval) && approval.effects.map((effect) => <p key={effect}>{capitalize(visible(effect))}</p>)}
      <ClientsWord approval={approval} />
      <WaitingChanges id={approval.id} />
      <JustBefore approval={approval} />
      {error && <p role="alert">{error.message}</p>}
      <p className="page-tools">
        {tick && (
          <label>
            <input type="checkbox" checked={tick.isOn} onChange={tick.toggle} /> Decide with similar requests
          </label>
        )}
        <button type="button" className="button" disabled={isPending} onClick={() => decide({ decision: 'deny' })}>
          Deny
        </button>
        <button
          type="button"
          className="button main agree"
          disabled={isPending}
          onClick={() => decide({ decision: 'approve' })}
        >
          Approve
        </button>
        {approval.adds && (
          <button
            type="button"
            className="button agree"
            disabled={isPending}
            onClick={() => decide({ decision: 'approve', for_minutes: 15 })}
          >
            Allow for 15 minutes
          </button>
        )}
      </p>
    </article>
  );
}

const BEFORE = 3;

/** What led to the question: the last things this assistant did. */
function JustBefore({ approval }: { readonly approval: Approval }): ReactNode {
  const { rows } = useFeed(50);
  const names = [approval.label, approval.told?.client?.name, approval.key_id];
  const before = rows.filter(({ who, at, kind }) => names.includes(who) && kind !== 'person' && at < approval.asked_at);
  if (before.length === 0) return null;
  return (
    <p className="quiet">
      Before this:{' '}
      {before
        .slice(0, BEFORE)
        .map(({ sentence }) => visible(sentence))
        .join('; ')}
    </p>
  );
}

/** By the name the person gave the key, never by what the program calls itself. */
const nameOf = ({ label }: Approval) => visible(label);

/** What the program says of itself and of what it wants: its own word, and marked as that. */
function ClientsWord({ approval }: { readonly approval: Approval }): ReactNode {
  const report = approval.told;
  if (report === null) return null;
  const { client, effect } = report;
  return (
    <p className="quiet">
      {client !== undefined && <>Calls itself “{visible(client.name)}”. </>}
      {effect !== undefined && <>It says: “{visible(effect)}”</>}
    </p>
  );
}

/** The row itself says it, below. */
const isOneRow = ({ kind, effects: [effect = '', ...more] }: Approval): boolean =>
  kind === 'book' && more.length === 0 && /^\w+ 1 /.test(effect);

function TimeLeft({ approval, left }: { readonly approval: Approval; readonly left: number }): ReactNode {
  const whole = (Date.parse(approval.expires_at) - Date.parse(approval.asked_at)) / 1000;
  return <span aria-hidden="true" className="time-left" style={{ width: `${Math.min(100, (left / whole) * 100)}%` }} />;
}

const timeLeft = (seconds: number): string => (seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`);

function useSecondsLeft(until: string): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.round((Date.parse(until) - now) / 1000));
}
