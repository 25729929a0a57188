import type { Chance } from '../random.ts';

const GROUPS = ['', ' ', '\u00A0', '\u202F', '.', ',', "'", '’'];

type Unit = 'euros' | 'kilometers';

/** What people write around a number. */
const AROUND: Readonly<Record<Unit, readonly string[]>> = {
  euros: ['#', '# €', '#€', 'EUR #', '€ #', '#\u00A0€', '+#', '# eur', '€#'],
  kilometers: ['#', '# km', '#km', '#\u00A0KM', '+#'],
};

/** So many hundredths as someone might write them, who is not asked what they mean. */
export function written(hundredths: number, chance: Chance, unit: Unit = 'euros'): string {
  const [whole = '', fraction = ''] = (hundredths / 100).toFixed(2).split('.');
  const group = chance.pick(GROUPS);
  const point = group === ',' ? '.' : group === '.' ? ',' : chance.pick([',', '.']);
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  const decimals = [fraction, `${fraction}0000`];
  if (fraction.endsWith('0')) decimals.push(fraction.slice(0, 1));
  const number = `${grouped}${point}${chance.pick(decimals)}`;
  const forms = [number];
  if (fraction === '00' && group !== '.' && group !== ',') {
    forms.push(`${grouped}${point}`, grouped);
    // A dash stands for the cents alone.
    if (unit === 'euros') forms.push(`${grouped}${point}-`);
  }
  return chance.pick(AROUND[unit]).replace('#', chance.pick(forms));
}

/** A time of the clock as someone might write it. */
export function writtenTime(time: string, chance: Chance): string {
  const [hours = '', minutes = ''] = time.split(':');
  const short = String(Number(hours));
  const forms = [time, `${short}.${minutes}`, `${short}:${minutes}`, `${hours}${minutes}`];
  return chance.pick(minutes === '00' ? [...forms, short] : forms);
}

/** A day, with its zeros or without. */
export function writtenDay(date: string, chance: Chance): string {
  const [day = 0, month = 0, year = 0] = date.split('.').map(Number);
  return chance.pick([date, `${day}.${month}.${year}`, `${day}. ${month}. ${year}`]);
}
