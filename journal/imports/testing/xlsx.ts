// Workbooks as small as a program may write them.
import { strToU8, zipSync } from 'fflate';

interface Parts {
  readonly sheet: string;
  readonly strings?: string;
  readonly styles?: string;
  readonly workbook?: string;
}

/** An .xlsx of one sheet, from its XML. */
export function xlsx({ sheet, ...parts }: Parts): Uint8Array {
  return pack([{ name: 'One', xml: sheet, hidden: false }], parts);
}

interface SheetOfCells {
  readonly name: string;
  readonly hidden?: boolean;
  /** A number is stored as one, a Date as a day or time, anything else as text. */
  readonly rows: readonly (readonly (string | number | Date | null)[])[];
}

/** An .xlsx of several sheets, from their cells. */
export function workbookOf(sheets: readonly SheetOfCells[]): Uint8Array {
  const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs>';
  return pack(
    sheets.map(({ name, hidden = false, rows }) => ({
      name,
      hidden,
      xml: rows.map((cells) => `<row>${cells.map(cellOf).join('')}</row>`).join(''),
    })),
    { styles },
  );
}

function cellOf(value: string | number | Date | null): string {
  if (value === null) return '<c/>';
  if (typeof value === 'number') return `<c><v>${value}</v></c>`;
  if (value instanceof Date) return `<c s="1"><v>${value.getTime() / 86_400_000 + 25_569}</v></c>`;
  return `<c t="inlineStr"><is><t>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</t></is></c>`;
}

function pack(
  sheets: readonly { readonly name: string; readonly xml: string; readonly hidden: boolean }[],
  { strings, styles, workbook = '' }: Omit<Parts, 'sheet'>,
): Uint8Array {
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.example/${kind}" Target="${target}"/>`;
  const listed = sheets
    .map(
      ({ name, hidden }, at) =>
        `<sheet name="${name}" sheetId="${at + 1}" r:id="s${at}"${hidden ? ' state="hidden"' : ''}/>`,
    )
    .join('');
  const relations = sheets.map((_, at) => relation(`s${at}`, 'worksheet', `worksheets/sheet${at}.xml`)).join('');
  return zipSync({
    'xl/workbook.xml': strToU8(`<workbook xmlns:r="r">${workbook}<sheets>${listed}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${relations}${relation('r2', 'sharedStrings', 'strings.xml')}${relation('r3', 'styles', '/xl/styles.xml')}</Relationships>`,
    ),
    ...Object.fromEntries(
      sheets.map(({ xml }, at) => [
        `xl/worksheets/sheet${at}.xml`,
        strToU8(`<worksheet><sheetData>${xml}</sheetData></worksheet>`),
      ]),
    ),
    ...(strings === undefined ? {} : { 'xl/strings.xml': strToU8(`<sst>${strings}</sst>`) }),
    ...(styles === undefined ? {} : { 'xl/styles.xml': strToU8(`<styleSheet>${styles}</styleSheet>`) }),
  });
}
