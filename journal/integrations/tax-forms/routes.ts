// A broker's form of a year's sales, from its file.
import { contract } from '@zorivest/contract';
import { readForm1099 } from '@zorivest/imports';
import { comparedForms, storeBrokerForm, taxRecords } from '@zorivest/analytics';
import { invalidField, route } from '@zorivest/store';
import { openTable } from '../imports/workbook.ts';

const MOST_NAMED = 100;

export const taxFormImportRoutes = [
  route(contract.tax.import1099, async ({ body }, call) => {
    const { file } = await openTable(body.file, body.sheet);
    const read = readForm1099(await file.bytes());
    const { sales, invalid } = read;
    const tax_year = body.tax_year ?? read.year;
    if (sales.length === 0 || tax_year === null)
      throw invalidField(
        'file',
        `holds no sale that can be read (row ${invalid[0]?.row ?? 1}: ${invalid[0]?.reason ?? 'it is empty'}); a Form 1099-B or 1099-DA is read as TXF, or as a table with the columns Description, Quantity, Date acquired, Date sold, Proceeds, Cost basis, Wash sale loss disallowed and Box`,
      );
    const form = body.form ?? read.form;
    const { account_id } = body;
    const { id, replaced } = await storeBrokerForm(call, {
      account_id,
      tax_year,
      form,
      file_name: body.file.name.slice(0, 200),
      sales,
    });
    return {
      form_id: id,
      account_id,
      tax_year,
      form,
      sales: sales.length,
      replaced,
      invalid: invalid.slice(0, MOST_NAMED).map((note) => ({ ...note })),
      skipped: read.skipped.length,
      ...comparedForms(await taxRecords(call, tax_year), account_id),
    };
  }),
] as const;
