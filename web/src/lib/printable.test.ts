import { describe, expect, test } from 'vitest';
// The characters that the fonts of the documents have.
import printed from '../../../crates/domain/tests/printed_characters.json';
import { unprintableIn } from './printable';

describe('characters that cannot be printed', () => {
  test('are named, each once', () => {
    expect(unprintableIn('Åsa Öhman, Ольга Їжак, Γιάννης, 3 €\n– ok')).toBe('');
    expect(unprintableIn('李 🎻 李 Oy')).toBe('李 🎻');
    expect(unprintableIn('שלום')).toBe('ש ל ו ם');
    expect(unprintableIn('👩\u200d🔧\ufe0f')).toBe('👩 🔧');
    expect(unprintableIn('一二三四五六七八九十百千').split(' ')).toHaveLength(10);
  });

  test('are those that the documents have no shape of', () => {
    const shapes = new Set(
      printed.flatMap(([first = 0, last = 0]) =>
        Array.from({ length: last - first + 1 }, (_, place) => first + place),
      ),
    );
    const wrong: number[] = [];
    for (let code = 0; code <= 0x1_ff_ff; code += 1) {
      const surrogate = code >= 0xd8_00 && code <= 0xdf_ff;
      if (surrogate || showsNothing(code)) continue;
      const warned = unprintableIn(String.fromCodePoint(code)) !== '';
      if (warned === shapes.has(code)) wrong.push(code);
    }
    expect(wrong).toEqual([]);
  });
});

function showsNothing(code: number): boolean {
  const between = (first: number, last: number) => code >= first && code <= last;
  return (
    between(0, 0x1f) ||
    between(0x7f, 0x9f) ||
    code === 0xad ||
    between(0x20_0b, 0x20_0f) ||
    between(0x20_28, 0x20_2e) ||
    between(0x20_60, 0x20_6f) ||
    between(0xfe_00, 0xfe_0f) ||
    code === 0xfe_ff ||
    between(0xff_f0, 0xff_fb)
  );
}
