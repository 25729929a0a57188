import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const ROOT = 'src';
/** A layer imports from those before it: lib ← components, api ← domain ← features ← app. */
const LAYERS = ['lib', 'api', 'components', 'domain', 'features', 'app'];
/** What the pages of the browser begin with. */
const ENTRIES = new Set(['main.tsx', 'entrance.tsx', 'landing.ts']);
/** The script of the landing page stays small, and is no part of the app. */
const LANDING_IMPORTS = new Set(['landing', 'lib', 'api']);

/** Attributes whose value the user reads or hears. */
const SPOKEN_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'error',
  'label',
  'placeholder',
  'title',
]);

const LETTER = /\p{L}/u;

interface Source {
  readonly path: string;
  readonly text: string;
}

function sources(): Source[] {
  return readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .map((name) => normalize(name).replaceAll('\\', '/'))
    .filter(
      (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^test\/|^paraglide\/|\.d\.ts$/.test(name),
    )
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** The files of the app that a file imports, as paths below `src`. */
function importsOf({ path, text }: Source): string[] {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => {
      if (fileName.startsWith('@/')) return fileName.slice(2);
      return fileName.startsWith('.') ? join(dirname(path), fileName) : '';
    })
    .filter((name) => name !== '' && !name.startsWith('paraglide/'));
}

/** The folder of the feature that a file belongs to: features/login, features/provider/bills. */
function featureOf(path: string): string {
  const [layer, feature, part] = path.split('/');
  return [layer, feature, ...(feature === 'provider' ? [part] : [])].join('/');
}

/** Why a file may not import another; undefined when it may. */
function forbidden(from: string, to: string): string | undefined {
  const [fromLayer = ''] = from.split('/');
  const [toLayer = ''] = to.split('/');
  if (ENTRIES.has(from)) return undefined;
  if (fromLayer === 'landing' || toLayer === 'landing') {
    const fine = fromLayer === 'landing' && LANDING_IMPORTS.has(toLayer);
    return fine ? undefined : `the landing page stands alone: ${from} imports ${to}`;
  }
  if (fromLayer === 'features' && toLayer === 'features') {
    return featureOf(from) === featureOf(to) ? undefined : `${from} imports another feature: ${to}`;
  }
  return LAYERS.indexOf(fromLayer) < LAYERS.indexOf(toLayer)
    ? `${from} imports from above: ${to}`
    : undefined;
}

/** Whether a file loads code by React alone: its page is lost where the server is gone just then. */
function losesPage({ path, text }: Source): boolean {
  return (
    path !== 'lib/lazyPart.ts' &&
    /import [^;]*\{[^}]*\blazy\b[^}]*\} from 'react';|\bReact\.lazy\b/.test(text)
  );
}

/** Texts written straight into JSX instead of the locale files. */
function literalTexts(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const report = (node: ts.Node, literal: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart());
    if (LETTER.test(literal)) found.push(`${path}:${line + 1} ${literal.trim()}`);
  };
  const visit = (node: ts.Node, spoken: boolean) => {
    if (ts.isJsxText(node)) report(node, node.text);
    else if (spoken && (ts.isStringLiteralLike(node) || ts.isTemplateHead(node))) {
      report(node, node.text);
    }
    ts.forEachChild(node, (child) => visit(child, isSpoken(node, child, spoken)));
  };
  visit(file, false);
  return found;
}

/** Whether a text in `child` is shown to the user, given whether one in its parent is. */
function isSpoken(node: ts.Node, child: ts.Node, spoken: boolean): boolean {
  if (ts.isJsxAttribute(node)) return SPOKEN_ATTRIBUTES.has(node.name.getText());
  if (ts.isJsxExpression(node)) return spoken || !ts.isJsxAttribute(node.parent);
  // The condition of `a ? b : c` and of `a && b` is not shown, and neither are arguments.
  if (ts.isConditionalExpression(node)) return spoken && child !== node.condition;
  if (ts.isBinaryExpression(node)) return spoken && child === node.right;
  if (ts.isParenthesizedExpression(node) || ts.isTemplateExpression(node)) return spoken;
  return false;
}

test('imports go one way: lib ← components, api ← domain ← features ← app', () => {
  const all = sources();
  expect(all.length).toBeGreaterThan(30);
  const wrong = all.flatMap((source) =>
    importsOf(source).flatMap((to) => forbidden(source.path, to) ?? []),
  );
  expect(wrong).toEqual([]);
});

test('the rule of imports refuses what it should, and nothing else', () => {
  expect(forbidden('features/login/LoginPage.tsx', 'features/logout/LogoutPage')).toBeDefined();
  expect(forbidden('features/login/LoginPage.tsx', 'app/theme')).toBeDefined();
  expect(forbidden('lib/access.ts', 'api/session')).toBeDefined();
  expect(forbidden('api/viewer.ts', 'components/links')).toBeDefined();
  expect(forbidden('components/Logo.tsx', 'domain/bills/BillCard')).toBeDefined();
  expect(forbidden('domain/bills/BillCard.tsx', 'features/logout/LogoutPage')).toBeDefined();
  expect(
    forbidden('features/provider/bills/QueuePage.tsx', 'features/provider/jobs/JobsPage'),
  ).toBeDefined();
  expect(forbidden('components/Logo.tsx', 'features/login/LoginPage')).toBeDefined();
  expect(forbidden('landing/calculator.ts', 'components/Logo')).toBeDefined();
  expect(forbidden('app/App.tsx', 'landing/calculator')).toBeDefined();
  expect(forbidden('landing/calculator.ts', 'lib/number')).toBeUndefined();
  expect(forbidden('landing.ts', 'landing/calculator')).toBeUndefined();
  expect(forbidden('features/login/LoginPage.tsx', 'features/login/Pitch')).toBeUndefined();
  expect(
    forbidden('features/provider/bills/QueuePage.tsx', 'features/provider/bills/review/ReviewPage'),
  ).toBeUndefined();
  expect(forbidden('app/pages.ts', 'features/login/LoginPage')).toBeUndefined();
});

test('code that is loaded later is a lazyPart, which waits for a server that is gone', () => {
  const wrong = sources().filter(losesPage);
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('the rule of lazyPart knows a part that is none', () => {
  const refused = (text: string, path = 'app/App.tsx') => losesPage({ path, text });
  expect(refused("import { lazy, Suspense } from 'react';")).toBe(true);
  expect(refused("import React, {\n  Suspense,\n  lazy as later,\n} from 'react';")).toBe(true);
  expect(refused('const Part = React.lazy(load);')).toBe(true);
  expect(refused("import { lazy } from 'react';", 'lib/lazyPart.ts')).toBe(false);
  expect(refused("import { Suspense } from 'react';\nimport { lazy } from './lazy';")).toBe(false);
});

test('a field for a day takes 1.2.2026 too, in forms by dateInput', () => {
  const fields = sources().filter(({ text }) => text.includes('m.invoice_date_form()'));
  expect(fields.length).toBeGreaterThan(2);
  const wrong = fields.filter(({ text }) => !text.includes('completeDate('));
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

/** Badges that have a colour and are no states: the mark of the demo, whose a shift is, who fills in a field. */
const COLOURED = [
  'app/shell/VisitorHeader.tsx',
  'features/shifts/ShiftCard.tsx',
  'features/tax/ReturnGuide.tsx',
];

test('a state has its colour from the one table, by StateBadge', () => {
  const coloured = sources().filter(({ text }) => /<Badge\b[^>]*\scolor=/.test(text));
  expect(coloured.map(({ path }) => path).toSorted()).toEqual(
    [...COLOURED, 'components/StateBadge.tsx'].toSorted(),
  );
});

test('JSX contains no untranslated text', () => {
  expect(sources().flatMap(({ path, text }) => literalTexts(path, text))).toEqual([]);
});

describe('the rule of texts', () => {
  test.each([
    '<p>Hei</p>',
    "<p>{'Hei'}</p>",
    '<p>{`Hei ${name}`}</p>',
    "<p>{found && 'Hei'}</p>",
    "<p>{found ? m.hello() : 'Hei'}</p>",
    '<img alt="Kuva" />',
    "<button aria-label={'Sulje'} />",
    "<input placeholder={found ? 'Nimi' : m.name()} />",
    '<TextInput label="Nimi" />',
  ])('refuses %s', (jsx) => {
    expect(literalTexts('x.tsx', jsx)).toHaveLength(1);
  });

  test.each([
    '<p className="big">{m.hello()}</p>',
    "<p>{' '}</p>",
    '<p>·</p>',
    '<img alt="" />',
    "<p>{kind === 'staff' ? m.staff() : m.worker()}</p>",
    "<p>{labels['name']}</p>",
    '<TextInput label={m.name({ style: "short" })} />',
  ])('accepts %s', (jsx) => {
    expect(literalTexts('x.tsx', jsx)).toEqual([]);
  });
});
