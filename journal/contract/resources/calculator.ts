// How large a position may be. Pure arithmetic, so it needs neither a session nor an unlocked vault.
import { z } from 'zod';
import { optionRights, sizingModes } from '@zorivest/vocabulary';
import { resource } from '../core/endpoint.ts';
import { anyCase, nonBlankText } from '../core/fields.ts';

const sizingMode = z.enum(sizingModes);
const price = z.number().gt(0).max(1e13);

export const calculator = resource('leaves-trades', {
  positionSize: () => ({
    method: 'POST',
    path: '/calculator/position-size',
    summary: 'Position size from account balance, risk and stop',
    description: 'Prices may be given as entry, stop and target or as entry_price, stop_loss and target_price.',
    body: z
      .strictObject({
        mode: sizingMode.default('equity'),
        balance: z.number().gt(0).max(1e13),
        risk_pct: z.number().min(0.01).max(100).default(1),
        entry_price: price,
        entry: price,
        stop_loss: price,
        stop: price,
        target_price: price,
        target: price,
        contract: nonBlankText(10).describe('A known future such as /ES fills in multiplier, tick and margin'),
        contract_multiplier: price,
        tick_size: price,
        margin_per_contract: z.number().min(0).max(1e13),
        option_type: z.enum(optionRights),
        premium: price,
        delta: z.number().min(-1).max(1),
        underlying_price: price,
        multiplier: price,
        currency_pair: z.string().regex(/^[A-Za-z]{3}\/?[A-Za-z]{3}$/, 'must be a pair such as EUR/USD'),
        lot_type: anyCase(['standard', 'mini', 'micro']),
        pip_value: price,
        leverage: z.number().min(1).max(1000),
        fee_rate: z.number().min(0).max(100),
      })
      .partial()
      .required({ balance: true }),
    response: z.looseObject({
      mode: sizingMode,
      warnings: z.array(z.object({ code: z.string(), message: z.string() })),
    }),
    role: 'public',
    whileLocked: true,
  }),
});
