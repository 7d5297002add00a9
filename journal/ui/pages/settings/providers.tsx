// Who is asked for prices and the like: keys, limits and whether they answer.
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { count } from '../../amount/format.ts';
import { AskFirst } from '../../components/ask-first.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import type { FormValues } from '../../components/form-values.ts';
import { RateActs } from '../../components/rates.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { noteWrite, useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';
import type { Problem } from '../../client/problem.ts';

type Provider = Answer<'market', 'providers'>[number];
/** What a provider has. */
const KINDS: Readonly<Record<Provider['data_types'][number], string>> = {
  quote: 'quotes',
  ohlcv: 'bars',
  news: 'news',
  search: 'security names',
  sec_filings: 'filings',
  fx_rates: 'exchange rates',
  fundamentals: 'fundamentals',
  earnings: 'earnings',
  dividends: 'dividends',
  splits: 'splits',
  insider: 'insider trades',
  company_profile: 'companies',
  economic_calendar: 'economic calendar',
};
type Changes = Parameters<typeof api.market.configureProvider>[0]['body'];

export function Providers(): ReactNode {
  const providers = useEndpoint('market', 'providers');
  return (
    <>
      <p className="quiet">
        Providers are asked when a page needs their data, such as the prices around a trade; data that will not change
        is stored in the book. Keys are encrypted in the book and never shown again.
      </p>
      <WhenLoaded query={providers} height={300}>
        {(all) => (
          <Table
            stacked
            label="Providers"
            rows={all}
            keyOf={({ provider_name }) => provider_name}
            columns={[
              { name: 'Provider', cell: (provider) => <Name of={provider} />, text: true },
              { name: 'State', cell: stateOf, text: true },
              {
                name: 'Calls per minute',
                minor: true,
                cell: ({ used_last_minute, rate_limit }) => `${count(used_last_minute)} of ${count(rate_limit)}`,
              },
              { name: 'Actions', silent: true, cell: (provider) => <Acts of={provider} /> },
            ]}
          />
        )}
      </WhenLoaded>
      <h2>Exchange rates</h2>
      <RateActs />
    </>
  );
}

function Name({ of: { display_name, data_types, note } }: { readonly of: Provider }): ReactNode {
  return (
    <>
      {display_name}
      <br />
      <span className="quiet wrapped">{note ?? data_types.map((type) => KINDS[type]).join(', ')}</span>
    </>
  );
}

function stateOf({ is_enabled, has_api_key, needs_api_key, last_test_status }: Provider): string {
  const key = has_api_key ? 'has a key' : needs_api_key ? 'needs a key' : 'needs no key';
  const tested = last_test_status === null ? '' : last_test_status === 'success' ? ', answered' : ', did not answer';
  return `${is_enabled ? 'on' : 'off'}, ${key}${tested}`;
}

/** An empty key keeps the old one: only what was written is sent. */
const dropEmpty = (values: FormValues) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as unknown as Changes;

function Acts({ of: provider }: { readonly of: Provider }): ReactNode {
  const { provider_name: name, display_name, rate_limit, timeout, is_enabled, has_api_key, signup_url } = provider;
  const params = { name };
  const test = useMutation<Answer<'market', 'testProvider'>, Problem>({
    mutationFn: () => api.market.testProvider({ params }),
    onSettled: () => noteWrite('provider'),
  });
  return (
    <span className="page-tools">
      <FormDialog
        button="Set up"
        about={display_name}
        title={display_name}
        changes="provider"
        fields={[
          { name: 'api_key', label: has_api_key ? 'Key (empty keeps it)' : 'Key', kind: 'password' },
          { name: 'api_secret', label: 'Secret (if required)', kind: 'password' },
          { name: 'rate_limit', label: 'Calls per minute', kind: 'number', value: rate_limit },
          { name: 'timeout', label: 'Timeout (seconds)', kind: 'number', value: timeout },
          { name: 'is_enabled', label: 'Enabled', kind: 'flag', value: is_enabled },
        ]}
        save={(values) => api.market.configureProvider({ params, body: dropEmpty(values) })}
      >
        <p className="quiet">
          Get a key at{' '}
          <a href={signup_url} rel="noreferrer noopener" target="_blank">
            {signup_url}
          </a>
        </p>
      </FormDialog>
      <button type="button" className="button" disabled={test.isPending} onClick={() => test.mutate()}>
        Test<span className="visually-hidden"> {display_name}</span>
      </button>
      {has_api_key && (
        <AskFirst
          button="Forget key"
          title={`Forget the key of ${display_name}?`}
          act={() => api.market.disconnectProvider({ params })}
          changes="provider"
        >
          The provider is switched off; its data stays.
        </AskFirst>
      )}
      {test.isPending && <span role="status">Testing …</span>}
      {test.data && <span role="status">{test.data.message}</span>}
      {test.error && <span role="alert">{test.error.message}</span>}
    </span>
  );
}
