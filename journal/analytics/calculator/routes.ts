import { contract } from '@zorivest/contract';
import { positionSize } from '@zorivest/domain';
import { Fault, route, withoutUndefined } from '@zorivest/store';

/** Which field to look at, for the problems the arithmetic itself finds. */
const fieldOf: Readonly<Record<string, string>> = {
  invalid_balance: 'balance',
  risk_out_of_range: 'risk_pct',
  missing_price: 'entry_price',
  entry_equals_stop: 'stop_loss',
};

export const calculatorRoutes = [
  route(contract.calculator.positionSize, ({ body }) => {
    const { problems, ...size } = positionSize(withoutUndefined(body));
    if (problems.length > 0) {
      throw new Fault(
        422,
        problems.map(({ code, message }) => ({ field: fieldOf[code] ?? 'body', message })),
      );
    }
    return { ...size };
  }),
] as const;
