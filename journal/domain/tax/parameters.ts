// The figures the law changes every year, in whole dollars. Sources: Rev. Proc. 2022-38, 2023-34, 2024-40, 2025-32 and
// P.L. 119-21 (2025 standard deduction, 2026 AMT phase-out). What never changes is in `statute.ts`.
import type { FilingStatus } from '@zorivest/vocabulary';

/** Upper ends of the 10, 12, 22, 24, 32 and 35 % brackets; 37 % above. */
type Brackets = readonly [number, number, number, number, number, number];

interface StatusParameters {
  readonly brackets: Brackets;
  /** Taxable income up to which long-term gains and qualified dividends are taxed at 0 %, then at 15 %; 20 % above. */
  readonly gains: readonly [number, number];
  readonly standardDeduction: number;
  /** Added to the standard deduction for each of: 65 or older, blind. */
  readonly additionalDeduction: number;
  readonly amtExemption: number;
  readonly amtPhaseOut: number;
}

export interface YearParameters {
  readonly status: Readonly<Record<FilingStatus, StatusParameters>>;
  /** Where the AMT rate goes from 26 to 28 %; half of it for married filing separately. */
  readonly amtUpperRateFrom: number;
  /** Percent of the excess by which the AMT exemption shrinks. */
  readonly amtPhaseOutPercent: number;
}

function row(
  brackets: Brackets,
  gains: readonly [number, number],
  [standardDeduction, additionalDeduction]: readonly [number, number],
  [amtExemption, amtPhaseOut]: readonly [number, number],
): StatusParameters {
  return { brackets, gains, standardDeduction, additionalDeduction, amtExemption, amtPhaseOut };
}

// One line per figure group reads like the revenue procedure it was typed from.
const YEARS: Readonly<Record<number, YearParameters>> = {
  2023: {
    amtUpperRateFrom: 220_700,
    amtPhaseOutPercent: 25,
    status: {
      single: row(
        [11_000, 44_725, 95_375, 182_100, 231_250, 578_125],
        [44_625, 492_300],
        [13_850, 1_850],
        [81_300, 578_150],
      ),
      married_joint: row(
        [22_000, 89_450, 190_750, 364_200, 462_500, 693_750],
        [89_250, 553_850],
        [27_700, 1_500],
        [126_500, 1_156_300],
      ),
      married_separate: row(
        [11_000, 44_725, 95_375, 182_100, 231_250, 346_875],
        [44_625, 276_900],
        [13_850, 1_500],
        [63_250, 578_150],
      ),
      head_of_household: row(
        [15_700, 59_850, 95_350, 182_100, 231_250, 578_100],
        [59_750, 523_050],
        [20_800, 1_850],
        [81_300, 578_150],
      ),
    },
  },
  2024: {
    amtUpperRateFrom: 232_600,
    amtPhaseOutPercent: 25,
    status: {
      single: row(
        [11_600, 47_150, 100_525, 191_950, 243_725, 609_350],
        [47_025, 518_900],
        [14_600, 1_950],
        [85_700, 609_350],
      ),
      married_joint: row(
        [23_200, 94_300, 201_050, 383_900, 487_450, 731_200],
        [94_050, 583_750],
        [29_200, 1_550],
        [133_300, 1_218_700],
      ),
      married_separate: row(
        [11_600, 47_150, 100_525, 191_950, 243_725, 365_600],
        [47_025, 291_850],
        [14_600, 1_550],
        [66_650, 609_350],
      ),
      head_of_household: row(
        [16_550, 63_100, 100_500, 191_950, 243_700, 609_350],
        [63_000, 551_350],
        [21_900, 1_950],
        [85_700, 609_350],
      ),
    },
  },
  2025: {
    amtUpperRateFrom: 239_100,
    amtPhaseOutPercent: 25,
    status: {
      single: row(
        [11_925, 48_475, 103_350, 197_300, 250_525, 626_350],
        [48_350, 533_400],
        [15_750, 2_000],
        [88_100, 626_350],
      ),
      married_joint: row(
        [23_850, 96_950, 206_700, 394_600, 501_050, 751_600],
        [96_700, 600_050],
        [31_500, 1_600],
        [137_000, 1_252_700],
      ),
      married_separate: row(
        [11_925, 48_475, 103_350, 197_300, 250_525, 375_800],
        [48_350, 300_000],
        [15_750, 1_600],
        [68_500, 626_350],
      ),
      head_of_household: row(
        [17_000, 64_850, 103_350, 197_300, 250_500, 626_350],
        [64_750, 566_700],
        [23_625, 2_000],
        [88_100, 626_350],
      ),
    },
  },
  2026: {
    amtUpperRateFrom: 244_500,
    amtPhaseOutPercent: 50,
    status: {
      single: row(
        [12_400, 50_400, 105_700, 201_775, 256_225, 640_600],
        [49_450, 545_500],
        [16_100, 2_050],
        [90_100, 500_000],
      ),
      married_joint: row(
        [24_800, 100_800, 211_400, 403_550, 512_450, 768_700],
        [98_900, 613_700],
        [32_200, 1_650],
        [140_200, 1_000_000],
      ),
      married_separate: row(
        [12_400, 50_400, 105_700, 201_775, 256_225, 384_350],
        [49_450, 306_850],
        [16_100, 1_650],
        [70_100, 500_000],
      ),
      head_of_household: row(
        [17_700, 67_450, 105_700, 201_750, 256_200, 640_600],
        [66_200, 579_600],
        [24_150, 2_050],
        [90_100, 500_000],
      ),
    },
  },
};

/** The tax years we have figures for, earliest first. */
export const TAX_YEARS: readonly number[] = Object.keys(YEARS).map(Number);

export function parametersOf(year: number): YearParameters | undefined {
  // A year from outside TypeScript may be anything; only a number can be a key.
  return typeof year === 'number' ? YEARS[year] : undefined;
}
