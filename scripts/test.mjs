#!/usr/bin/env node
// Runs the checks and tests stage by stage and counts them. It stops after the first stage with a failure;
// the summary is printed in any case.
//
//   scripts/test.mjs                 every stage
//   scripts/test.mjs setup web ...   only these, in the order given
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

process.chdir(path.join(import.meta.dirname, '..'));
const target = process.env.CARGO_TARGET_DIR ?? 'target';
// nextest keeps its reports here, whatever the target directory is.
const rustReport = 'target/nextest/ci/junit.xml';
const report = (name) => path.resolve(`target/test-reports/${name}.xml`);

const FAILURES_SHOWN = 10;
const LINES_OF_A_FAILURE = 16;
const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** A preparation: not counted, and nothing of its stage runs when it fails. */
const step = (command) => ({ command, counts: false });
/** A command that passes or fails as a whole, counted as one. */
const check = (command) => ({ command, counts: true });
/** A test run, counted from its JUnit report. Of every one of `parts` there must be tests. */
const tests = (command, junit, parts = {}) => ({ command, junit, parts });

const playwright = (name, projects) =>
  `PLAYWRIGHT_JUNIT_OUTPUT_FILE=${report(name)} npm run --silent --workspace e2e test -- --forbid-only ` +
  projects.map((project) => `--project=${project}`).join(' ');

const stages = {
  setup: [
    'Set-up',
    step('scripts/setup test'),
    step('make --no-print-directory node_modules/.package-lock.json'),
  ],
  format: [
    'Format',
    check('cargo fmt --all --check'),
    check('npm run --silent --workspaces format:check'),
  ],
  build: [
    'Build and size budget',
    step('make --no-print-directory web'),
    check('npm run --silent --workspace web size'),
    // One build serves the tests and gives the browser its server.
    step('cargo build --workspace --bins --tests'),
  ],
  lint: [
    'Lints and types',
    check('cargo clippy --workspace --all-targets -- -D warnings'),
    check('npm run --silent --workspaces lint'),
    check('npm run --silent --workspaces typecheck'),
    check(
      "shellcheck .ci/run bench/http crates/documents/fonts/cut $(grep -l '^#!.*bash' scripts/*)",
    ),
  ],
  generated: [
    'Generated files',
    check(`${target}/debug/liksa openapi | diff openapi.json -`),
    check('npm run --silent --workspace web check:generated'),
  ],
  rust: [
    'Rust tests',
    tests('scripts/with-postgres cargo nextest run --workspace --profile ci', rustReport, {
      'on SQLite': /::sqlite$/,
      'on PostgreSQL': /::postgres$/,
    }),
    check('cargo test --workspace --doc --quiet'),
  ],
  web: [
    'Web unit tests',
    tests(
      `npm run --silent --workspace web test -- --reporter=default --reporter=junit --outputFile.junit=${report('web')}`,
      report('web'),
    ),
  ],
  server: ['Server figures', tests(playwright('server', ['server']), report('server'))],
  browser: [
    'Browser tests',
    tests(
      `scripts/with-postgres env ${playwright('browser', ['desktop', 'phone', 'postgres'])}`,
      report('browser'),
      {
        'desktop, SQLite': /^\[desktop\]/,
        'phone, SQLite': /^\[phone\]/,
        'desktop, PostgreSQL': /^\[postgres\]/,
      },
    ),
  ],
};

/** Runs one command of a stage, adds what it counted to `row`, and says whether the stage can go on. */
function run({ command, counts, junit, parts }, row) {
  console.log(`\n$ ${command}`);
  if (junit) rmSync(junit, { force: true });
  const succeeded = spawnSync(command, { shell: true, stdio: 'inherit' }).status === 0;
  const failedBefore = row.failed;
  if (junit && existsSync(junit)) countReport(readFileSync(junit, 'utf8'), parts, row);
  else if (succeeded && counts) row.passed += 1;
  if (!succeeded && row.failed === failedBefore) row.complaints.push(`failed: ${command}`);
  return succeeded || counts !== false;
}

function countReport(xml, parts, row) {
  const root = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? '';
  const attribute = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(root)?.[1] ?? 0);
  const failures = attribute('failures') + attribute('errors');
  const skipped = xml.match(/<skipped\b/g)?.length ?? 0;
  row.failed += failures;
  row.skipped += skipped;
  row.passed += attribute('tests') - failures - skipped;
  if (attribute('tests') === 0) row.complaints.push('no test ran');
  row.failures.push(...failuresIn(xml));

  const names = [...xml.matchAll(/<testcase\b[^>]*?\bname="([^"]*)"/g)].map((match) => match[1]);
  for (const [part, pattern] of Object.entries(parts)) {
    const count = names.filter((name) => pattern.test(name)).length;
    row.parts.push([part, count]);
    if (count === 0) row.complaints.push(`no test ran: ${part}`);
  }
}

/** What failed and how it began to complain: the end of a log is often all that is kept of a run. */
function failuresIn(xml) {
  const plain = (text) =>
    text
      .replace(/<!\[CDATA\[|\]\]>/g, '')
      .replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => ENTITIES[name])
      .replace(/&#x1b;|\u001b/gi, '')
      .replace(/\[\d+(;\d+)*m/g, '');
  return xml
    .split(/(?=<testcase\b)/)
    .map((each) =>
      /^<testcase\b([^>]*)>[^]*?<(?:failure|error)\b[^>]*>([^<]*(?:<!\[CDATA\[[^]*?\]\]>)?)/.exec(
        each,
      ),
    )
    .filter((match) => match !== null)
    .map(([, attributes, text]) => ({
      name: plain(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? '?'),
      lines: plain(text)
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(0, LINES_OF_A_FAILURE),
    }));
}

function runStage(name) {
  const [title, ...runs] = stages[name];
  console.log(`\n━━━ ${title} ${'━'.repeat(Math.max(3, 70 - title.length))}`);
  const row = { title, passed: 0, failed: 0, skipped: 0, parts: [], failures: [], complaints: [] };
  const started = performance.now();
  runs.every((each) => run(each, row));
  row.seconds = (performance.now() - started) / 1000;
  row.failed += row.complaints.length;
  return row;
}

function printSummary(rows, notRun) {
  const line = (title, passed = '', failed = '', seconds = '') =>
    console.log(
      `${title.padEnd(28)}${String(passed).padStart(8)}${String(failed).padStart(8)}${String(seconds).padStart(10)}`,
    );
  console.log(`\n━━━ Summary ${'━'.repeat(63)}`);
  line('stage', 'passed', 'failed', 'seconds');
  for (const { title, passed, failed, parts, complaints, seconds } of rows) {
    line(title, passed, failed, seconds.toFixed(1));
    for (const [part, count] of parts) line(`  ${part}`, count);
    for (const complaint of complaints) console.log(`  ✗ ${complaint}`);
  }
  for (const name of notRun) line(stages[name][0], 'not run');
  for (const { name, lines } of rows.flatMap((row) => row.failures).slice(0, FAILURES_SHOWN))
    console.log(`  ✗ ${name}\n${lines.map((text) => `      ${text}`).join('\n')}`);

  const sum = (field) => rows.reduce((total, row) => total + row[field], 0);
  line('all', sum('passed'), sum('failed'), sum('seconds').toFixed(1));
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(stages);
const unknown = wanted.filter((name) => !(name in stages));
if (unknown.length > 0) {
  console.error(
    `No such stage: ${unknown.join(', ')}. There are: ${Object.keys(stages).join(', ')}.`,
  );
  process.exit(2);
}

const rows = [];
const waiting = [...wanted];
while (waiting.length > 0 && rows.every((row) => row.failed === 0))
  rows.push(runStage(waiting.shift()));
printSummary(rows, waiting);
process.exit(rows.every((row) => row.failed === 0) ? 0 : 1);
