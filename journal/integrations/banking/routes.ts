import { contract } from '@zorivest/contract';
import { minus, NO_AMOUNT, parseAmount, plus, roundToCents } from '@zorivest/domain';
import { insertSourcedBalance, latestBalance, mustHaveAccount, Register, securityNamed } from '@zorivest/records';
import { type Call, invalidField, route } from '@zorivest/store';
import { listProfiles, removeProfile, saveProfile } from '../imports/profiles.ts';
import { ImportRun } from '../imports/run.ts';
import { runImport, reportPossibleDuplicates } from '../imports/service.ts';
import { type BankFile, bankSource } from '../imports/bank-source.ts';
import { TransactionImport } from '../imports/transactions.ts';

interface Statement extends BankFile {
  readonly account_id: string;
  readonly accounts?: Readonly<Record<string, string>> | undefined;
  readonly preview: boolean;
}

async function importStatement(call: Call, input: Statement) {
  const { source, closing } = await bankSource(call, input);
  return runImport(call, [source], { ...input, accept: false }, (summary) => ({
    ...summary,
    closing_balance: closing()?.balance ?? null,
    closing_currency: closing()?.currency ?? null,
  }));
}

interface Submission {
  readonly account_id: string;
  readonly transactions: readonly {
    date: string;
    amount: number;
    currency?: string | undefined;
    description: string;
    category?: string | undefined;
    reference_id?: string | undefined;
    symbol?: string | undefined;
    qualified?: boolean | undefined;
  }[];
  readonly closing_balance?: number | undefined;
}

function submit(call: Call, body: Submission) {
  const today = call.now().toISOString().slice(0, 10);
  for (const [index, { date, category, qualified }] of body.transactions.entries()) {
    if (date > today) throw invalidField(`transactions.${index}.date`, 'must not be in the future');
    if (qualified !== undefined && category !== 'dividend')
      throw invalidField(`transactions.${index}.qualified`, 'only applies to dividends: give category dividend too');
  }
  return call.write(async (scope) => {
    const run = await ImportRun.open(call, scope, {
      kind: 'submission',
      accountId: body.account_id,
      fileName: null,
      fileHash: null,
    });
    await run.beginFile('agent_submit');
    const before = await latestBalance(scope.db, body.account_id);
    const { currency } = await mustHaveAccount(scope.db, body.account_id);
    const ledger = new TransactionImport(run, 'agent_submit');
    const register = await Register.read(scope.db);
    const imported = await ledger.add(
      body.transactions.map((row) => ({
        account: '',
        date: row.date,
        amount: row.amount,
        currency: row.currency,
        description: row.description,
        memo: '',
        type: row.category ?? '',
        id: row.reference_id,
        symbol: row.symbol === undefined ? undefined : securityNamed(register, row.symbol, row.date),
        qualified: row.qualified,
      })),
    );
    run.countAll(body.transactions.length);
    run.counts.imported = imported;
    const drift = body.closing_balance === undefined || before === null ? null : driftOf(before, body, currency);
    const match = drift === null ? null : Math.abs(drift) <= 0.01;
    if (match === false)
      run.warnings.push(`The closing balance differs by ${drift} from the last one plus these transactions.`);
    if (body.closing_balance !== undefined)
      await insertSourcedBalance(
        scope,
        { account_id: body.account_id, balance: body.closing_balance, datetime: run.now.toISOString() },
        { source: 'agent_submit', import_batch_id: run.id },
      );
    reportPossibleDuplicates(run);
    await run.save('agent_submit', 'success');
    return {
      success: true,
      run_id: run.id,
      imported_count: imported,
      duplicate_count: run.counts.duplicates,
      flagged_count: run.counts.flagged + run.counts.look_alikes,
      balance_match: match,
      balance_drift: drift,
      warnings: run.warnings,
    };
  });
}

/** Other money does not move the balance of the account's own. */
function driftOf(before: string, { closing_balance = 0, transactions }: Submission, own: string): number {
  let expected = parseAmount(before) ?? NO_AMOUNT;
  for (const { amount, currency = own } of transactions)
    if (currency === own) expected = plus(expected, parseAmount(amount) ?? NO_AMOUNT);
  return roundToCents(minus(parseAmount(closing_balance) ?? NO_AMOUNT, expected));
}

export const bankingRoutes = [
  route(contract.banking.importStatement, ({ body }, call) => importStatement(call, body)),
  route(contract.banking.profiles, (_, { db }) => listProfiles(db, 'bank')),
  route(contract.banking.saveProfile, ({ params, body }, call) => saveProfile(call, 'bank', params.name, body)),
  route(contract.banking.removeProfile, ({ params }, call) => removeProfile(call, 'bank', params.name)),
  route(contract.banking.submit, ({ body }, call) => submit(call, body)),
] as const;
