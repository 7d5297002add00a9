// What a service must bear without keeping anyone waiting: heavy work of its owner, and hostile input of any holder of a key.
import { deflateSync } from 'node:zlib';
import type { JournalClient } from '@zorivest/contract';

export interface Load {
  readonly name: string;
  /** Once; answers that refuse are answers too. */
  readonly run: (client: JournalClient, turn: number, over: AbortSignal) => Promise<unknown>;
}

const MB = 1024 * 1024;

/** Nested common table expressions, each naming the one before twice. */
function doublingSql(levels: number): string {
  const parts = ['a0 as (select 1 as x)'];
  for (let n = 1; n <= levels; n += 1) parts.push(`a${n} as (select l.x from a${n - 1} l, a${n - 1} r)`);
  return `with ${parts.join(', ')} select count(*) from a${levels}`;
}

/** As near to the given number of bytes as whole pieces of 5,000 rows come, and not above: a byte too many is refused. */
async function* statement(bytes: number): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const header = encoder.encode('Date,Time,Symbol,B/S,Qty,Price,Route,Commission\n');
  yield header;
  let row = 0;
  for (let sent = header.length; ;) {
    let text = '';
    for (let n = 0; n < 5000; n += 1, row += 1) {
      const clock = [10 + (Math.floor(row / 3600) % 6), Math.floor(row / 60) % 60, row % 60];
      const time = clock.map((part) => String(part).padStart(2, '0')).join(':');
      const day = String(1 + (Math.floor(row / 20_000) % 28)).padStart(2, '0');
      text += `01/${day}/2024,${time},AAPL,${row % 2 === 0 ? 'B' : 'S'},${1 + row},185.00,ARCA,0.50\n`;
    }
    sent += text.length;
    if (sent > bytes) return;
    yield encoder.encode(text);
  }
}

/** A page whose content unfolds twice, into far more than there is memory. */
function bombPdf(): Uint8Array {
  const once = deflateSync(Buffer.alloc(200 * MB, 0x20));
  const twice = deflateSync(once);
  const stream = Buffer.concat([
    Buffer.from(`<< /Length ${twice.length} /Filter [/FlateDecode /FlateDecode] >>\nstream\n`),
    twice,
    Buffer.from('\nendstream'),
  ]);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>',
    stream,
  ];
  let file = Buffer.from('%PDF-1.7\n');
  for (const [index, object] of objects.entries())
    file = Buffer.concat([file, Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
  return Buffer.concat([file, Buffer.from(`trailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF`)]);
}

const upload = (text: string | Uint8Array, name: string) => ({
  bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
  name,
});

export function loads(statementBytes: number): readonly Load[] {
  const bomb = bombPdf();
  return [
    {
      name: 'tax lots of 100,000 executions, computed again',
      run: async (client, turn) => {
        const { items } = await client.trades.list({ query: { limit: 1, offset: 900 + turn } });
        await client.trades.patch({ params: { exec_id: items[0]?.exec_id ?? '' }, body: { price: 40 + turn / 100 } });
        await client.tax.lots({ query: { with_prices: false } });
      },
    },
    {
      // Its four million rows take minutes: it is given up when the time is over, in the middle of its transaction.
      name: `a statement of ${Math.round(statementBytes / MB)} MB imported`,
      run: (client, _turn, signal) =>
        client.imports.brokerCsv(
          {
            body: {
              account_id: 'main',
              preview: true,
              file: { bytes: () => statement(statementBytes), name: 'year.csv' },
            },
          },
          { signal },
        ),
    },
    {
      name: 'hostile SQL, checked',
      run: (client) => client.scheduling.validateSql({ body: { sql: doublingSql(18) } }),
    },
    {
      name: 'hostile OFX',
      run: (client) =>
        client.banking.importStatement({
          body: { account_id: 'main', file: upload(`<OFX>${'><![CDATA['.repeat(60_000)}`, 'x.ofx') },
        }),
    },
    {
      name: 'hostile CSV',
      run: (client) =>
        client.imports.brokerCsv({
          body: {
            account_id: 'main',
            preview: true,
            file: upload(`Date,Symbol\n"${'\t'.repeat(200_000)}x",A\n`, 'x.csv'),
          },
        }),
    },
    {
      name: 'hostile markdown',
      run: async (client, turn) => {
        const name = `hostile-${turn}`;
        const body_html = `${'x'.repeat(40_000)}@`;
        await client.scheduling.createTemplate({ body: { name, body_html, body_format: 'markdown' } }).catch(() => {});
        await client.scheduling.previewTemplate({ params: { name }, body: {} });
      },
    },
    {
      name: 'hostile PDF',
      run: (client) => client.imports.brokerPdf({ body: { account_id: 'main', file: upload(bomb, 'x.pdf') } }),
    },
    {
      name: '100,000 Monte Carlo paths',
      run: (client, turn) => client.analytics.drawdown({ query: { simulations: 100_000 - turn } }),
    },
  ];
}
