// CSV as RFC 4180 has it. A field that a spreadsheet would run as a formula is made text: symbols come from imports.

const RISKY = /^[=@\t\r]|^[+-](?![\d.])/;

export function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

function field(text: string): string {
  const safe = RISKY.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
