import { phrases } from './phrases.ts';

export const accounts = phrases({
  sync_broker: `
    sync my account, sync account, sync my broker, synchronise my account, account up to date,
    pull trades, refresh account, update from broker, download fills, connect broker, get latest trades, sync,
    pull, fetch trades, download from broker, update trades, interactive brokers, import from broker
    automatically, refresh, grab, grab trades, get my trades, import automatically, bring in trades, latest
    from broker
  `,
  list_brokers: `
    which brokers, connected accounts, last sync, paper account, live account, integrations, brokers, my
    brokers, broker connection, synced, broker status, hooked up, linked brokers, which accounts connected,
    broker list
  `,
  resolve_identifiers: `
    cusip to ticker, isin lookup, sedol, figi, security code, what stock is this number, cusip, isin,
    identifier, convert, map codes, lookup security
  `,
  list_bank_accounts: `
    cash balance, checking, savings, how much cash, bank balance, accounts overview, bank, bank accounts,
    balances, cash, money in bank, savings account, money, how much do I have, checking account, cash on hand
  `,
  import_bank_statement: `
    bank csv, ofx, qif, bank transactions, load statement, checking account, upload bank file, bank statement,
    bank file, bank download, import bank, qfx, camt, mt940, quicken, savings statement, bank export,
    transactions from my bank, statement file, credit card statement
  `,
  import_broker_csv: `
    upload trades, csv export, trade history file, load csv, flex query, csv,
    broker export, import trades, spreadsheet, trade file, load trades, excel, import fills, here is the file,
    file from my broker, load file, exported, history file, my trades file
  `,
  import_broker_pdf: `
    pdf statement, trade confirmation, contract note, upload pdf, monthly statement, pdf, broker pdf,
    statement pdf, scan statement, confirmations
  `,
  get_account_review_checklist: `
    stale balances, what needs updating, out of date, reconcile, housekeeping, to do list, missing statements,
    stale, checklist, needs attention, review accounts, not updated, old data, behind, up to date, how old,
    outdated, catch up, due for update, maintenance, what is missing, bring up to date, need to update, month
    end, have not touched, neglected
  `,
});
