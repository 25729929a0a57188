import { IconCheck, IconHelp, IconQuestionMark } from '@tabler/icons-react';
import type { Figure } from '@/api/figures';
import type { StateWords } from '@/components/StateBadge';
import { formatCount, formatMoney } from '@/lib/format/money';
import { formatPercent } from '@/lib/format/percent';
import { fractionOfPercent } from '@/lib/format/exact';
import { m } from '@/paraglide/messages';
import { getLocale } from '@/paraglide/runtime';

type Unit = Figure['unit'];
type Step = Figure['steps'][number];

/** By section and key in the file of a year. */
const NAMES: Readonly<Record<string, () => string>> = {
  'travel.km_car': m.figures_name_travel_km_car,
  'travel.km_motorboat_up_to_50_hp': m.figures_name_travel_km_motorboat_up_to_50_hp,
  'travel.km_motorboat_over_50_hp': m.figures_name_travel_km_motorboat_over_50_hp,
  'travel.km_snowmobile': m.figures_name_travel_km_snowmobile,
  'travel.km_quad_bike': m.figures_name_travel_km_quad_bike,
  'travel.km_motorcycle': m.figures_name_travel_km_motorcycle,
  'travel.km_moped': m.figures_name_travel_km_moped,
  'travel.km_other': m.figures_name_travel_km_other,
  'travel.km_add_trailer': m.figures_name_travel_km_add_trailer,
  'travel.km_add_caravan': m.figures_name_travel_km_add_caravan,
  'travel.km_add_heavy_load': m.figures_name_travel_km_add_heavy_load,
  'travel.km_add_per_passenger': m.figures_name_travel_km_add_per_passenger,
  'travel.full_day': m.figures_name_travel_full_day,
  'travel.partial_day': m.figures_name_travel_partial_day,
  'travel.meal': m.figures_name_travel_meal,
  'tyel.employee': m.figures_name_tyel_employee,
  'tyel.employee_53_to_62': m.figures_name_tyel_employee_53_to_62,
  'tyel.employer_average': m.figures_name_tyel_employer_average,
  'tyel.earnings_floor': m.figures_name_tyel_earnings_floor,
  'tyel.age_from': m.figures_name_tyel_age_from,
  'unemployment.employee': m.figures_name_unemployment_employee,
  'unemployment.employer_lower': m.figures_name_unemployment_employer_lower,
  'unemployment.employer_upper': m.figures_name_unemployment_employer_upper,
  'unemployment.age_from': m.figures_name_unemployment_age_from,
  'unemployment.age_end': m.figures_name_unemployment_age_end,
  'health_insurance.employer': m.figures_name_health_insurance_employer,
  'health_insurance.age_from': m.figures_name_health_insurance_age_from,
  'health_insurance.age_end': m.figures_name_health_insurance_age_end,
  'yel.rate': m.figures_name_yel_rate,
  'yel.rate_53_to_62': m.figures_name_yel_rate_53_to_62,
  'yel.income_min': m.figures_name_yel_income_min,
  'yel.income_max': m.figures_name_yel_income_max,
  'yel.age_from': m.figures_name_yel_age_from,
  'pension_end.born_to_1957': m.figures_name_pension_end_born_to_1957,
  'pension_end.born_1958_to_1961': m.figures_name_pension_end_born_1958_to_1961,
  'pension_end.born_1962_on': m.figures_name_pension_end_born_1962_on,
  'holiday_compensation.under_a_year': m.figures_name_holiday_compensation_under_a_year,
  'holiday_compensation.from_a_year': m.figures_name_holiday_compensation_from_a_year,
  'vat.standard': m.figures_name_vat_standard,
  'vat.reduced': m.figures_name_vat_reduced,
  'vat.low': m.figures_name_vat_low,
  'withholding.without_card': m.figures_name_withholding_without_card,
  'withholding.highest': m.figures_name_withholding_highest,
  'distraint.debtor_per_day': m.figures_name_distraint_debtor_per_day,
  'distraint.dependant_per_day': m.figures_name_distraint_dependant_per_day,
  'late_interest.reference_first_half': m.figures_name_late_interest_reference_first_half,
  'late_interest.reference_second_half': m.figures_name_late_interest_reference_second_half,
  'late_interest.margin': m.figures_name_late_interest_margin,
  'late_interest.margin_between_businesses': m.figures_name_late_interest_margin_between_businesses,
  'reminder.fee_consumer': m.figures_name_reminder_fee_consumer,
  'reminder.fee_business': m.figures_name_reminder_fee_business,
  'reminder.days_after_due': m.figures_name_reminder_days_after_due,
};

/** What a figure is called; one of a newer server has the name of its file. */
export function figureName(name: string): string {
  return knownName(name) ?? name;
}

function knownName(name: string): string | undefined {
  const place = /^foreign_per_diem\.(.+)$/.exec(name)?.[1];
  return place === undefined
    ? NAMES[name]?.()
    : m.figures_name_foreign_per_diem({ place: placeName(place) });
}

/** Cities with a daily allowance of their own. */
const CITIES: Readonly<Record<string, () => string>> = {
  'GB-LONDON': m.figures_place_london,
  'RU-MOSCOW': m.figures_place_moscow,
  'RU-STPETERSBURG': m.figures_place_saint_petersburg,
  'US-NEWYORK': m.figures_place_new_york,
};

/** "SE" → "Ruotsi", "GB-LONDON" → "Iso-Britannia, Lontoo"; another city has the name of its file. */
function placeName(code: string): string {
  const [country = code, part] = code.split('-');
  const name = new Intl.DisplayNames([getLocale()], { type: 'region' }).of(country) ?? country;
  return part === undefined ? name : `${name}, ${CITIES[code]?.() ?? part}`;
}

export const CERTAINTIES: Readonly<Record<Step['certainty'], StateWords>> = {
  SURE: { text: m.figures_sure, colour: 'green', icon: IconCheck },
  LIKELY: { text: m.figures_likely, colour: 'gray', icon: IconQuestionMark },
  UNSURE: { text: m.figures_unsure, colour: 'yellow', icon: IconHelp },
};

/** "0.55" of euros → "0,55 €" */
export function valueText(unit: Unit, written: string): string {
  const value = written as `${number}`;
  switch (unit) {
    case 'EUROS':
      return formatMoney(value);
    case 'PERCENT':
      return formatPercent(fractionOfPercent(value));
    case 'YEARS':
      return m.figures_value_years({ value: formatCount(value) });
    case 'DAYS':
      return m.figures_value_days({ value: formatCount(value) });
  }
}

/** A value, with its first day where it does not count from the beginning of its table. */
export function stepText(unit: Unit, { value, from }: Step): string {
  const text = valueText(unit, value);
  return from === null ? text : m.figures_value_from({ value: text, from });
}

/** Where in a file a fault is: `file.travel.km_car` → the name of that figure, `file.12` → line 12. */
export function faultPlace(field: string): string {
  const place = field.replace(/^file\.?/, '');
  if (place === '') return m.figures_place_file();
  if (place === 'year') return m.figures_place_year();
  if (/^\d+$/.test(place)) return m.figures_place_line({ line: place });
  const name = knownName(place);
  return name === undefined ? place : `${name} (${place})`;
}
