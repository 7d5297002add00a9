// Recording an execution by hand.
import type { ReactNode } from 'react';
import { instantOf } from '../../amount/time.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { imageBody } from '../../components/images.tsx';
import { useAccountOptions } from '../../components/accounts.ts';
import { type Answer, api } from '../../client/client.ts';
import { useZone } from '../../client/zone.ts';
import { newFields } from '../trade/execution-fields.ts';

type NewTradeBody = Parameters<typeof api.trades.create>[0]['body'];

/** `main` where it is what the page is for. */
export function NewTrade({ main = true }: { readonly main?: boolean }): ReactNode {
  const accounts = useAccountOptions();
  const zone = useZone();
  return (
    <FormDialog
      button="New trade"
      title="New trade"
      main={main}
      changes="trade"
      form="trade:new"
      fields={newFields({ accounts, zone })}
      save={({ time, ...values }) =>
        api.trades.create({
          // The service judges what was written; a form cannot know more.
          body: {
            ...values,
            ...(typeof time === 'string' && { time: instantOf(time, zone) }),
          } as unknown as NewTradeBody,
        })
      }
      attach={(made, image) =>
        api.images.attachToTrade({
          params: { exec_id: (made as Answer<'trades', 'create'>).exec_id },
          body: imageBody(image),
        })
      }
    />
  );
}
