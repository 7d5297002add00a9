import type { ReactNode } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { api } from '../../client/client.ts';
import { CallsUsed } from './calls.tsx';

export function GuardLimits(): ReactNode {
  const guard = useEndpoint('guard', 'status');
  return (
    <WhenLoaded query={guard} height={120}>
      {(status) => (
        <>
          <p>
            {status.is_enabled
              ? `All assistants together may call ${status.calls_per_minute_limit} tools a minute and ${status.calls_per_hour_limit} an hour; beyond that they are stopped.`
              : 'Calls are counted, not limited.'}
          </p>
          <CallsUsed />
          <FormDialog
            button="Limits"
            title="Limits of assistants"
            changes="guard"
            fields={[
              { name: 'is_enabled', label: 'Limit the number of calls', kind: 'flag', value: status.is_enabled },
              {
                name: 'calls_per_minute_limit',
                label: 'Calls per minute',
                kind: 'number',
                value: status.calls_per_minute_limit,
              },
              {
                name: 'calls_per_hour_limit',
                label: 'Calls per hour',
                kind: 'number',
                value: status.calls_per_hour_limit,
              },
            ]}
            save={(values) => api.guard.configure({ body: values })}
          />
        </>
      )}
    </WhenLoaded>
  );
}
