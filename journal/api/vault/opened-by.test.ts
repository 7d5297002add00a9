import { homeAt, UnknownSchema } from '@zorivest/store';
import { expect, it } from 'vitest';
import type { Bootstrap } from './bootstrap.ts';
import { explainUnknown, refuseOlder } from './opened-by.ts';

const home = homeAt('/book');
const openedBy = (opened_by: Bootstrap['opened_by']) => ({ opened_by }) as Bootstrap;

it('an older version does not open a book of a newer one, and names the backup that it can read', () => {
  const book = openedBy({ version: '0.2.0', from: '0.1.0', backup: '/moved/backups/zorivest-backup-x.zvbak' });
  expect(() => refuseOlder(home, book, '0.1.0')).toThrow(
    /opened by Zorivest 0\.2\.0.*restore \/book\/backups\/zorivest-backup-x\.zvbak/,
  );
  for (const version of ['0.2.0', '0.3.0']) expect(() => refuseOlder(home, book, version)).not.toThrow();
  expect(() => refuseOlder(home, openedBy(undefined), '0.1.0')).not.toThrow();
});

it('tables of a newer version are refused with the same way back', () => {
  const book = openedBy({ version: '0.1.0', backup: 'zorivest-backup-x.zvbak' });
  const fault = explainUnknown(new UnknownSchema('update Zorivest to open it'), home, book) as Error;
  expect(fault).toBeInstanceOf(UnknownSchema);
  expect(fault.message).toContain('; or bring the book as it was before back with `zorivest restore /book/backups/');
});
