import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cssVariables, theme } from '@/app/theme';

const SRC = path.join(import.meta.dirname, '..');
const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];
type Rgb = readonly [number, number, number];

/** What is written on a gradient beside its own colour, by the selectors of the same file. */
interface Written {
  readonly selector: string;
  /** From 18.66 px bold, or 24 px; drawings too. */
  readonly large?: true;
}

const ALSO: Readonly<Record<string, readonly Written[]>> = {
  'Pitch.module.css .pitch': [{ selector: '.check', large: true }],
  'landing.css .hero': [
    { selector: '.hero .lead' },
    { selector: '.fee' },
    { selector: '.fee strong', large: true },
    { selector: '.button.quiet' },
    { selector: '.button.quiet:hover' },
  ],
  'landing.css .last': [{ selector: '.last > p' }],
};

/** Drawings stand on these, and no text. */
const WITHOUT_TEXT = ['landing.css .steps .drawing'];

interface Rule {
  readonly selector: string;
  readonly body: string;
}

interface Sheet {
  readonly name: string;
  readonly rules: readonly Rule[];
}

const sheets: readonly Sheet[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .map((file) => {
    const css = readFileSync(path.join(SRC, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
    const rules = [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)];
    return {
      name: path.basename(file),
      rules: rules.map(([, selector = '', body = '']) => ({ selector: selector.trim(), body })),
    };
  });

const gradients = sheets.flatMap((sheet) =>
  sheet.rules
    .filter(({ body }) => /gradient\(/.test(body))
    .map((rule) => ({ sheet, rule, name: `${sheet.name} ${rule.selector}` })),
);

function valueOf({ body }: Rule, property: string): string | undefined {
  return new RegExp(`(?:^|[;\\s])${property}:\\s*([^;]+);`).exec(body)?.[1]?.trim();
}

function ruleOf({ rules, name }: Sheet, selector: string): Rule {
  const rule = rules.find((one) => one.selector === selector);
  if (rule === undefined) throw new Error(`${name} has no ${selector}`);
  return rule;
}

/** The parts between commas that are in no brackets. */
function parts(text: string): string[] {
  const found = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) found.push('');
    else found[found.length - 1] += letter;
  }
  return found.map((part) => part.trim());
}

const inside = (text: string) => text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));

/** The value of a variable: of the theme, or of the landing page's own root. */
function variable(name: string, scheme: Scheme, sheet: Sheet): string {
  const shade = /^--mantine-color-(petrol|gray|dark)-(\d)$/.exec(name);
  const ours = theme.colors?.[shade?.[1] as 'petrol']?.[Number(shade?.[2])];
  const vars = cssVariables({} as never);
  const themed = new Map<string, string | undefined>([
    ...Object.entries(vars.variables),
    ...Object.entries(vars[scheme]),
  ]);
  const root = sheet.rules.find(({ selector }) => selector === ':root');
  const value = ours ?? themed.get(name) ?? (root && valueOf(root, name));
  if (value === undefined) throw new Error(`${name} is unknown`);
  return value;
}

/** A colour in one scheme, over what lies below it. */
function colour(text: string, scheme: Scheme, sheet: Sheet, below: Rgb = [255, 255, 255]): Rgb {
  if (text.startsWith('var(')) {
    return colour(variable(inside(text), scheme, sheet), scheme, sheet, below);
  }
  if (text.startsWith('light-dark(')) {
    return colour(parts(inside(text))[SCHEMES.indexOf(scheme)] ?? '', scheme, sheet, below);
  }
  const translucent = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(text);
  if (translucent !== null) {
    const [red = 0, green = 0, blue = 0, percent = 0] = translucent.slice(1).map(Number);
    const mix = (over: number, under: number) => (over * percent + under * (100 - percent)) / 100;
    return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2])];
  }
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1];
  if (digits === undefined) throw new Error(`${text} is no colour that is understood here`);
  const six = digits.length === 3 ? Array.from(digits, (digit) => digit + digit).join('') : digits;
  const channel = (from: number) => Number.parseInt(six.slice(from, from + 2), 16);
  return [channel(0), channel(2), channel(4)];
}

function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb
    .map((channel) => channel / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** As WCAG counts it. */
function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

test('there are gradients, and each is text’s or named', () => {
  const named = gradients.map(({ name }) => name);
  expect(named).toEqual(expect.arrayContaining([...Object.keys(ALSO), ...WITHOUT_TEXT]));
  const silent = gradients.filter(({ rule }) => valueOf(rule, 'color') === undefined);
  expect(silent.map(({ name }) => name)).toEqual(WITHOUT_TEXT);
});

const texts = gradients
  .filter(({ name }) => !WITHOUT_TEXT.includes(name))
  .flatMap((gradient) => {
    const own: Written = { selector: gradient.rule.selector };
    const written = [own, ...(ALSO[gradient.name] ?? [])];
    return SCHEMES.flatMap((scheme) => written.map((text) => ({ ...gradient, scheme, text })));
  });

test.each(texts)('$text.selector on $name can be read when it is $scheme', (one) => {
  const { sheet, rule, scheme, text } = one;
  const [, ...stops] = parts(inside(valueOf(rule, 'background') ?? ''));
  expect(stops.length).toBeGreaterThan(1);
  const writing = ruleOf(sheet, text.selector);
  // A button that is hovered keeps the colour of its text.
  const base = ruleOf(sheet, text.selector.replace(/:hover$/, ''));
  for (const stop of stops) {
    const below = colour(stop, scheme, sheet);
    const own = valueOf(writing, 'background');
    const ground =
      writing === rule || own === undefined ? below : colour(own, scheme, sheet, below);
    const ink = colour(valueOf(base, 'color') ?? '', scheme, sheet, ground);
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(text.large === true ? 3 : 4.5);
  }
});
