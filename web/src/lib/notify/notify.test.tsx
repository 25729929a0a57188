import { notificationsStore } from '@mantine/notifications';
import { describe, expect, test } from 'vitest';
import { changeLanguage } from '@/lib/language';
import openapi from '../../../../openapi.json';
import { DURATION_MS, notify } from './notify';
import { isKnown, keyWith, textOf } from './text';

describe('the text of a key', () => {
  test('follows the language', () => {
    expect(textOf('APROVE_REQUEST_SUCCESS')).toBe('Lasku on lähetetty hyväksyttäväksi.');
    changeLanguage('en');
    expect(textOf('APROVE_REQUEST_SUCCESS')).toBe('Invoice sent for approval.');
  });

  test('is found behind the LOCALIZED! prefix', () => {
    expect(textOf('LOCALIZED!WRONG_DATE')).toBe(textOf('WRONG_DATE'));
    expect(textOf('WRONG_DATE')).toBe('Tarkista päivämäärät.');
  });

  test.each(['NO_SUCH_KEY', '', 'LOCALIZED!', 'toString', '__proto__'])(
    'of the unknown key %j asks to contact the support',
    (key) => {
      expect(textOf(key)).toBe(textOf('contactAdmin'));
    },
  );
});

describe('a problem', () => {
  test.each([
    [{ key: 'validation.tooLong', most: '500' }, 'Teksti on liian pitkä: enintään 500 merkkiä.'],
    [{ key: 'validation.tooMany', most: '20' }, 'Näitä on liian monta: enintään 20.'],
    [{ key: 'validation.outOfRange', least: '0', most: '120' }, 'Sallittu arvo on 0 – 120.'],
    [{ key: 'validation.outOfRange', least: '0' }, 'Pienin sallittu arvo on 0.'],
    [{ key: 'validation.outOfRange', most: '17.11.2027' }, 'Suurin sallittu arvo on 17.11.2027.'],
    [{ key: 'validation.outOfRange' }, 'Arvo on sallittujen rajojen ulkopuolella.'],
    [
      { key: 'validation.unknownYear', year: 1999 },
      'Vuoden 1999 lakisääteisiä lukuja ei ole palvelussa.',
    ],
    [{ key: 'validation.unknownYear' }, 'Tämän vuoden lakisääteisiä lukuja ei ole palvelussa.'],
  ])('%j names what was exceeded', (problem, text) => {
    expect(textOf(keyWith({ field: 'field', ...problem }))).toBe(text);
  });

  test('of a date is told by its field', () => {
    const told = (field: string) => textOf(keyWith({ field, key: 'INVALID_DATE' }));
    expect(told('exactDueDate')).toBe('Eräpäivä ei voi olla menneisyydessä.');
    expect(told('billingdate')).toBe('Laskun päiväys ei voi olla menneisyydessä.');
  });
});

test('every key of the server has a text', () => {
  const keys = openapi.components.schemas.ErrorKey.enum;
  expect(keys).toContain('LOGIN_FAILURE');
  expect(keys.filter((key) => !isKnown(key))).toEqual([]);
});

describe('a notification', () => {
  const last = () => notificationsStore.getState().notifications.at(-1);

  test.each([
    ['success', 'green', 'status'],
    ['warning', 'yellow', 'status'],
    ['error', 'red', 'alert'],
    ['info', 'petrol', 'status'],
    ['something else', 'petrol', 'status'],
  ])('of type %s is %s and has the role %s', (type, color, role) => {
    notify(type, 'RECEIPT_TOO_LARGE');
    expect(last()).toMatchObject({ color, role, message: 'Tiedosto on liian suuri.' });
  });

  test('stays for six seconds unless a duration is given', () => {
    notify('info', 'ERROR');
    expect(last()).toMatchObject({ autoClose: 6000 });
    notify('info', 'WRONG_DATE', DURATION_MS.blink);
    expect(last()).toMatchObject({ autoClose: 1500 });
  });
});
