import { expect, test, vi } from 'vitest';
import { firstLanguage } from '@/lib/language';
import { rememberLanguage } from './language';

function open(lang: string, search: string) {
  const page = document.implementation.createHTMLDocument();
  page.documentElement.lang = lang;
  // A browser replaces its address only where the function is called on the address itself.
  const replace = vi.fn<(address: string | URL) => void>();
  const address = {
    search,
    replace(this: unknown, to: string | URL) {
      expect(this).toBe(address);
      replace(to);
    },
  };
  rememberLanguage(page, address);
  return replace;
}

test('a language that is chosen on the page holds for the rest of the app', () => {
  expect(open('en', '?lang=en')).not.toHaveBeenCalled();
  expect(firstLanguage(['fi-FI'])).toBe('en');
});

test('a language that was chosen before is fetched, with what was asked', () => {
  localStorage.setItem('liksa-language', 'en');
  expect(open('fi', '?price=5')).toHaveBeenCalledWith('/landing?price=5&lang=en');
  expect(open('en', '')).not.toHaveBeenCalled();
});

test.each([
  [['en-GB', 'fi'], 'en'],
  [['sv-SE', 'fi-FI'], 'fi'],
  [['de'], 'fi'],
  [[], 'fi'],
])('on a first visit a browser of %j begins in %s', (wanted, language) => {
  expect(firstLanguage(wanted)).toBe(language);
});
