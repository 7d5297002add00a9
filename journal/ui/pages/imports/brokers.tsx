// Brokers the service asks for fills itself, once the person has given it what it needs.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { count } from '../../amount/format.ts';
import { moment } from '../../amount/time.ts';
import { AccountName } from '../../components/account-name.tsx';
import { AskFirst } from '../../components/ask-first.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useAccountOptions } from '../../components/accounts.ts';
import { queries, useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';

type Broker = Answer<'brokers', 'list'>[number];
type SyncResult = Answer<'brokers', 'sync'>;

export function Brokers(): ReactNode {
  const brokers = useEndpoint('brokers', 'list', { query: { include_available: true } });
  return (
    <>
      <p className="quiet">Your credentials are encrypted in the book and never shown again, nor to an assistant.</p>
      <WhenLoaded query={brokers} height={120}>
        {(all) => {
          const mine = all.filter(isSetUp);
          return (
            <>
              {mine.length > 0 && <BrokerTable label="Brokers" of={mine} />}
              <details>
                <summary>Available brokers ({all.length - mine.length})</summary>
                <BrokerTable label="Available brokers" of={all.filter((one) => !isSetUp(one))} />
              </details>
            </>
          );
        }}
      </WhenLoaded>
    </>
  );
}

const isSetUp = ({ status }: Broker): boolean => status !== 'not_configured';

function BrokerTable({ label, of: rows }: { readonly label: string; readonly of: readonly Broker[] }): ReactNode {
  return (
    <Table
      stacked
      label={label}
      rows={rows}
      keyOf={({ broker_id }) => broker_id}
      columns={[
        {
          name: 'Broker',
          cell: ({ name, environment, seen_live }) => (
            <span className="wrapped">
              {`${name} (${environment})`}
              {!seen_live && <span className="quiet"> not tested live</span>}
            </span>
          ),
          text: true,
        },
        {
          name: 'Provides',
          cell: ({ supports }) => <span className="wrapped">{supports.join(', ')}</span>,
          text: true,
          minor: 'tablet',
        },
        ...(rows.some(isSetUp) ? states : []),
        { name: 'Actions', silent: true, cell: (broker) => <BrokerActs broker={broker} /> },
      ]}
    />
  );
}

const states: readonly Column<Broker>[] = [
  { name: 'State', cell: (broker) => <span className="wrapped">{stateOf(broker)}</span>, text: true },
  {
    name: 'Account',
    cell: ({ account_id }) => (account_id === null ? '' : <AccountName id={account_id} />),
    text: true,
  },
];

function stateOf(broker: Broker): string {
  const { progress, next_sync, consent_ends } = broker;
  if (progress !== null) return `syncing: ${count(progress.pages)} pages so far`;
  return [
    lastOf(broker),
    ...(next_sync === null ? [] : [`next ${moment(next_sync)}`]),
    ...(consent_ends === null ? [] : [`give consent again before ${moment(consent_ends)}`]),
  ].join('; ');
}

function lastOf({ last_sync, last_error, last_run }: Broker): string {
  if (last_error !== null) return `did not answer: ${last_error}`;
  if (last_sync === null) return 'set up, not synced yet';
  const changed = last_run === null ? '' : `, ${count(last_run.imported)} new fills`;
  const held = last_run === null ? '' : heldText(last_run.reconciliation);
  return `synced ${moment(last_sync)}${changed}${held}`;
}

/** Whether the book has what the broker says it holds; nothing where it says nothing. */
function heldText(accounts: NonNullable<Broker['last_run']>['reconciliation']): string {
  if (accounts.length === 0) return '';
  const open = accounts.reduce((sum, one) => sum + one.open, 0);
  if (open === 0) return ', the book agrees with its positions';
  return open === 1 ? ', one figure differs from the book' : `, ${count(open)} figures differ from the book`;
}

function BrokerActs({ broker }: { readonly broker: Broker }): ReactNode {
  const { broker_id, name } = broker;
  const params = { broker_id };
  return (
    <span className="page-tools">
      {isSetUp(broker) && <Sync id={broker_id} name={name} />}
      <SetUp broker={broker} />
      {isSetUp(broker) && (
        <AskFirst
          button="Forget"
          about={name}
          title={`Forget ${name}?`}
          act={() => api.brokers.remove({ params })}
          changes="broker"
        >
          Its credentials are deleted; its trades stay.
        </AskFirst>
      )}
    </span>
  );
}

const SCHEDULES = [
  ['off', 'No'],
  ['after_close', "After New York's close"],
  ['1h', 'Every hour'],
  ['6h', 'Every 6 hours'],
  ['24h', 'Every day'],
] as const;

const ACCOUNTS = 'accounts';

/** `VA1=main, VA2=ira` as the service wants it; what has no equals sign is refused there by its name. */
function mappingOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => {
        const at = part.lastIndexOf('=');
        return at === -1 ? [part, ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
      }),
  );
}

function SetUp({ broker }: { readonly broker: Broker }): ReactNode {
  const { broker_id, name, account_id, settings, notice } = broker;
  const accounts = useAccountOptions();
  const [consent, setConsent] = useState<string | null>(null);
  return (
    <>
      <FormDialog
        button="Set up"
        about={name}
        title={name}
        changes="broker"
        fields={[
          { name: 'account_id', label: 'Account for its fills', options: accounts, value: account_id },
          { name: 'schedule', label: 'Sync schedule', options: SCHEDULES, value: broker.schedule },
          {
            name: ACCOUNTS,
            label: 'For logins with several accounts: broker’s account name = account of the book',
          },
          ...settings.map((setting) => ({
            name: setting.name,
            label: `${setting.name.replaceAll('_', ' ')}: ${setting.description}${isSetUp(broker) ? ' (empty: unchanged)' : ''}`,
            kind: setting.secret ? ('password' as const) : ('text' as const),
          })),
        ]}
        save={async ({ account_id: account, schedule, [ACCOUNTS]: mapping, ...values }) => {
          const credentials = Object.fromEntries(
            Object.entries(values).flatMap(([key, value]) =>
              value === undefined || value === '' ? [] : [[key, String(value)]],
            ),
          );
          const set = await api.brokers.configure({
            params: { broker_id },
            body: {
              account_id: String(account ?? ''),
              schedule: String(schedule ?? 'off'),
              ...(Object.keys(credentials).length > 0 && { credentials }),
              ...(mapping && { accounts: mappingOf(String(mapping)) }),
            },
          });
          setConsent(set.consent_url);
          return set;
        }}
        before={notice !== null && <p>{notice}</p>}
      />
      {consent !== null && (
        <a href={consent} target="_blank" rel="noreferrer">
          Give consent at {name}, then set up again with the final address in the browser
        </a>
      )}
    </>
  );
}

/** The page of accounts has all of them. */
const MOST_DIFFERENCES = 5;

const needs = ({ rows: { asked, unreadable } }: SyncResult) => asked + unreadable;

function Sync({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  const sync = useMutation<SyncResult, Problem>({
    mutationFn: () => api.brokers.sync({ params: { broker_id: id } }),
    onSettled: () => void queries.invalidateQueries(),
  });
  return (
    <>
      <button type="button" className="button" disabled={sync.isPending} onClick={() => sync.mutate()}>
        Fetch fills<span className="visually-hidden"> of {name}</span>
      </button>
      {sync.isPending && (
        <>
          <span role="status">Fetching …</span>
          <button
            type="button"
            className="button"
            onClick={() => void api.brokers.cancel({ params: { broker_id: id } })}
          >
            Stop<span className="visually-hidden"> asking {name}</span>
          </button>
        </>
      )}
      {sync.data && (
        <span role="status">
          {`${count(sync.data.imported)} new, ${count(sync.data.duplicates_skipped)} already in the book`}
          {sync.data.status === 'partial' ? '; it stopped before the end, fetch again to continue' : ''}
          {needs(sync.data) > 0 ? `; ${count(needs(sync.data))} need you, see the log` : ''}
          {heldText(sync.data.reconciliation).replace(',', ';')}
        </span>
      )}
      {sync.data?.reconciliation.some(({ differences }) => differences.length > 0) && (
        <ul className="quiet">
          {sync.data.reconciliation
            .flatMap(({ differences }) => differences.slice(0, MOST_DIFFERENCES))
            .map(({ kind, subject, stated, book, cause }) => (
              <li key={`${kind} ${subject}`} className="wrapped">
                {`${kind} ${subject}: broker ${stated}, book ${book ?? '–'}. ${cause ?? ''}`}
              </li>
            ))}
          <li>
            <Link href="/accounts">All differences and their resolution</Link>
          </li>
        </ul>
      )}
      {sync.error && <span role="alert">{sync.error.message}</span>}
    </>
  );
}
