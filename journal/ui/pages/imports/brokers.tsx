// Brokers the service asks for fills itself, once the person has given it what it needs.
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { count } from '../../amount/format.ts';
import { moment } from '../../amount/time.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { useAccountOptions } from '../../service/accounts.ts';
import { queries, useEndpoint } from '../../service/cache.ts';
import { type Answer, api } from '../../service/client.ts';
import type { Problem } from '../../service/problem.ts';

type Broker = Answer<'brokers', 'list'>[number];
type Synced = Answer<'brokers', 'sync'>;

export function Brokers(): ReactNode {
  const brokers = useEndpoint('brokers', 'list', { query: { include_available: true } });
  return (
    <>
      <p className="quiet">
        What you enter is kept encrypted in the book and is never shown again, nor to an assistant.
      </p>
      <Loaded query={brokers} height={120}>
        {(all) => (
          <Table
            label="Brokers"
            rows={all}
            keyOf={({ broker_id }) => broker_id}
            columns={[
              { name: 'Broker', cell: ({ name, environment }) => `${name} (${environment})`, text: true },
              { name: 'State', cell: (broker) => <span className="wrapped">{stateOf(broker)}</span>, text: true },
              { name: 'Account', cell: ({ account_id }) => account_id ?? '–', text: true },
              { name: 'Acts', silent: true, cell: (broker) => <BrokerActs broker={broker} /> },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}

function stateOf({ status, last_sync, last_error }: Broker): string {
  if (status === 'not_configured') return 'not set up';
  if (last_error !== null) return `did not answer: ${last_error}`;
  return last_sync === null ? 'set up, not asked yet' : `asked ${moment(last_sync)}`;
}

function BrokerActs({ broker }: { readonly broker: Broker }): ReactNode {
  const { broker_id, name, status } = broker;
  const params = { broker_id };
  const isSetUp = status !== 'not_configured';
  return (
    <span className="page-tools">
      {isSetUp && <Sync id={broker_id} name={name} />}
      <SetUp broker={broker} />
      {isSetUp && (
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

function SetUp({ broker: { broker_id, name, account_id, settings } }: { readonly broker: Broker }): ReactNode {
  const accounts = useAccountOptions();
  return (
    <FormDialog
      button="Set up"
      about={name}
      title={name}
      changes="broker"
      fields={[
        { name: 'account_id', label: 'Account its fills go to', options: accounts, value: account_id },
        ...settings.map((setting) => ({
          name: setting.name,
          label: `${setting.name.replaceAll('_', ' ')}: ${setting.description}`,
          kind: setting.secret ? ('password' as const) : ('text' as const),
        })),
      ]}
      save={({ account_id: account, ...values }) => {
        const credentials = Object.fromEntries(
          Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
        );
        return api.brokers.configure({
          params: { broker_id },
          body: { account_id: String(account ?? ''), credentials },
        });
      }}
    />
  );
}

function Sync({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  const sync = useMutation<Synced, Problem>({
    mutationFn: () => api.brokers.sync({ params: { broker_id: id } }),
    onSettled: () => void queries.invalidateQueries(),
  });
  return (
    <>
      <button type="button" className="button" disabled={sync.isPending} onClick={() => sync.mutate()}>
        Fetch fills<span className="visually-hidden"> of {name}</span>
      </button>
      {sync.isPending && <span role="status">Asking …</span>}
      {sync.data && (
        <span role="status">
          {`${count(sync.data.imported)} new, ${count(sync.data.duplicates_skipped)} already there`}
          {sync.data.status === 'partial' ? '; the broker stopped answering, ask again to go on' : ''}
        </span>
      )}
      {sync.error && <span role="alert">{sync.error.message}</span>}
    </>
  );
}
