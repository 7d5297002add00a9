import { contract } from '@zorivest/contract';
import { route } from '@zorivest/store';
import { registerOf } from '../register/register.ts';
import { instrumentsLike } from '../trades/instruments.ts';
import { addName, namesOfInstrument, namesOfText, presentNames } from './names.ts';

export const instrumentRoutes = [
  route(contract.trades.instruments, async ({ query }, call) => {
    const register = await registerOf(call);
    const found = await instrumentsLike(call, query, register);
    return {
      items: found.map((each) => {
        const known = register.find(each.instrument, each.last_at.slice(0, 10));
        return {
          ...each,
          id: register.idOf(each.instrument, each.last_at.slice(0, 10)),
          names: known === null ? namesOfText(each.instrument) : presentNames(known),
        };
      }),
    };
  }),
  route(contract.instruments.names, ({ params }, call) => namesOfInstrument(call, params.id)),
  route(contract.instruments.addName, ({ params, body }, call) => addName(call, params.id, body)),
] as const;
