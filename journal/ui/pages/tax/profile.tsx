// Who is taxed: what besides the trades decides what a gain costs.
import type { ReactNode } from 'react';
import { type FieldSpec, FormDialog } from '../../components/form-dialog.tsx';
import { optionsOf } from '../../components/field.tsx';
import { WhenLoaded } from '../../components/states.tsx';
import { useEndpoint } from '../../client/cache.ts';
import { type Answer, api } from '../../client/client.ts';

type Profile = Answer<'taxProfiles', 'list'>[number];

const statuses: Readonly<Record<Profile['filing_status'], string>> = {
  single: 'Single',
  married_joint: 'Married filing jointly',
  married_separate: 'Married filing separately',
  head_of_household: 'Head of household',
};

export const methods: Readonly<Record<Profile['default_cost_basis'], string>> = {
  fifo: 'First in, first out',
  lifo: 'Last in, first out',
  hifo: 'Highest cost first',
  specific_id: 'Selected lots',
  avg_cost: 'Average cost',
  max_lt_gain: 'Largest long-term gain',
  max_lt_loss: 'Largest long-term loss',
  max_st_gain: 'Largest short-term gain',
  max_st_loss: 'Largest short-term loss',
};

function fieldsOf(profile: Profile | undefined): readonly FieldSpec[] {
  const money = (name: keyof Profile, label: string): FieldSpec => {
    const value = profile?.[name];
    return { name, label, kind: 'number', ...(typeof value === 'number' && { value }) };
  };
  return [
    {
      name: 'filing_status',
      label: 'Filing status',
      options: optionsOf(statuses),
      value: profile?.filing_status,
    },
    money('agi_estimate', 'Other income of the year'),
    money('qualified_dividends', 'Qualified dividends'),
    money('withholding', 'Withheld'),
    money('prior_year_tax', 'Previous year’s tax'),
    money('prior_year_agi', 'Previous year’s adjusted gross income'),
    money('capital_loss_carryforward', 'Short-term losses carried over'),
    money('long_carryforward', 'Long-term losses carried over'),
    { name: 'state', label: 'State (two letters)', value: profile?.state },
    money('state_tax_rate', 'Flat state rate (0.05 is 5 %)'),
    money('state_deduction', 'State deduction'),
    money('aged_or_blind', '65 or older, blind (count)'),
    {
      name: 'default_cost_basis',
      label: 'Lot selection method',
      options: optionsOf(methods),
      value: profile?.default_cost_basis,
    },
    {
      name: 'wash_sale_method',
      label: 'Wash sales',
      value: profile?.wash_sale_method,
      options: [
        ['conservative', 'Options replace stock too'],
        ['aggressive', 'Only the same security'],
      ],
    },
    {
      name: 'section_988',
      label: 'Currency results',
      value: profile?.section_988,
      options: [
        ['ordinary', 'Ordinary income'],
        ['personal', 'Personal: gains up to 200 are left out'],
      ],
    },
    {
      name: 'section_475_elected',
      label: 'Marked to market (section 475)',
      kind: 'flag',
      value: profile?.section_475_elected,
    },
    {
      name: 'include_drip_wash_detection',
      label: 'Reinvested dividends can make a wash sale',
      kind: 'flag',
      value: profile?.include_drip_wash_detection,
    },
    {
      name: 'include_spousal_accounts',
      label: 'Include my spouse’s accounts',
      kind: 'flag',
      value: profile?.include_spousal_accounts,
    },
  ];
}

export function TaxProfile({ year }: { readonly year: number }): ReactNode {
  const profiles = useEndpoint('taxProfiles', 'list');
  return (
    <WhenLoaded query={profiles} height={32}>
      {(all) => {
        const profile = all.find(({ tax_year }) => tax_year === year);
        const fields = fieldsOf(profile);
        return (
          <FormDialog
            button={profile === undefined ? 'Create a tax profile' : 'Tax profile'}
            title={`Tax profile ${year}`}
            changes="tax_profile"
            fields={fields}
            save={async (_values, changed) => {
              if (profile === undefined) await api.taxProfiles.create({ body: { ...changed, tax_year: year } });
              else if (Object.keys(changed).length > 0)
                await api.taxProfiles.update({ params: { year }, body: changed });
            }}
          />
        );
      }}
    </WhenLoaded>
  );
}
