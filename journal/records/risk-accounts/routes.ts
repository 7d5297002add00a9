import { contract, riskTemplateNames } from '@zorivest/contract';
import { riskTemplates } from '@zorivest/domain';
import { route } from '@zorivest/store';
import {
  changeRiskAccount,
  createRiskAccount,
  findRiskAccount,
  presentRiskAccount,
  removeRiskAccount,
  riskAccountsOf,
} from './service.ts';

export const riskAccountRoutes = [
  route(contract.riskAccounts.create, ({ body }, call) => createRiskAccount(call, body)),
  route(contract.riskAccounts.list, async (_, { db }) => ({
    items: (await riskAccountsOf(db)).map(presentRiskAccount),
    templates: riskTemplateNames.flatMap((name) => {
      const template = riskTemplates[name];
      if (template === undefined) return [];
      const { about, rules } = template;
      return [{ name, about, ...rules, news_off: [...rules.news_off] }];
    }),
  })),
  route(contract.riskAccounts.get, async ({ params }, { db }) =>
    presentRiskAccount(await findRiskAccount(db, params.id)),
  ),
  route(contract.riskAccounts.update, ({ params, body }, call) => changeRiskAccount(call, params.id, body)),
  route(contract.riskAccounts.remove, ({ params }, call) => removeRiskAccount(call, params.id)),
] as const;
