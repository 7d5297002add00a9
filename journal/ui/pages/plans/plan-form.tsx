// A plan is written, or changed: what it risks and wants is worked out while it is typed.
import type { ReactNode } from 'react';
import type { Options } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import type { FormValues } from '../../components/form-values.ts';
import { imageBody } from '../../components/images.tsx';
import { api } from '../../client/client.ts';
import { type Plan, nameOf } from './plan.ts';
import { isOfPlan, planFields } from './plan-fields.ts';
import { WorkedOut } from './worked-out.tsx';

type NewPlanBody = Parameters<typeof api.plans.create>[0]['body'];
type PlanChanges = Parameters<typeof api.plans.update>[0]['body'];

const live = (values: FormValues, fill: (name: string, text: string) => void) => (
  <WorkedOut values={values} fill={fill} />
);

export function NewPlan({ accounts }: { readonly accounts: Options }): ReactNode {
  return (
    <FormDialog
      button="New plan"
      title="New plan"
      main
      changes="plan"
      form="plan:new"
      fields={planFields(accounts)}
      live={live}
      wide
      save={(values) => {
        const plan = Object.fromEntries(Object.entries(values).filter(([name]) => isOfPlan(name)));
        // The service judges what was written; a form cannot know more.
        return api.plans.create({ body: plan as unknown as NewPlanBody });
      }}
      attach={(made, image) =>
        api.images.attachToPlan({ params: { plan_id: (made as Plan).id }, body: imageBody(image) })
      }
    />
  );
}

export function EditPlan({ plan, accounts }: { readonly plan: Plan; readonly accounts: Options }): ReactNode {
  const fields = planFields(accounts, plan);
  return (
    <FormDialog
      button="Edit"
      about={nameOf(plan)}
      title={`Edit ${nameOf(plan)}`}
      changes="plan"
      form={`plan:${plan.id}`}
      fields={fields}
      live={live}
      wide
      save={async (_values, changed) => {
        const ofPlan = Object.entries(changed).filter(([name]) => isOfPlan(name));
        const body = Object.fromEntries(ofPlan) as unknown as PlanChanges;
        if (Object.keys(body).length > 0) await api.plans.update({ params: { plan_id: plan.id }, body });
      }}
    />
  );
}
