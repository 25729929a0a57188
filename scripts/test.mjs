#!/usr/bin/env node
// Runs the checks and tests stage by stage and counts them. It stops after the first stage with a failure;
// the summary is printed in any case: the minutes of each stage, what failed, and the slowest tests.
//
//   scripts/test.mjs                       every stage
//   scripts/test.mjs setup packages web    only these
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { failuresIn, namesIn, slowestIn, totalsIn } from './junit.mjs';

process.chdir(path.join(import.meta.dirname, '..'));
const target = process.env.CARGO_TARGET_DIR ?? 'target';
// nextest writes its reports here, whatever the target directory is.
const rustReport = 'target/nextest/ci/junit.xml';
const report = (name) => path.resolve(`target/test-reports/${name}.xml`);

// Clippy compiles the crates: one pass lints them and makes the code that the tests run. Every cargo command below
// has the same settings, or it would compile again.
process.env.RUSTC_WORKSPACE_WRAPPER = 'clippy-driver';
process.env.CLIPPY_ARGS = '-Dwarnings__CLIPPY_HACKERY__';

const FAILURES_SHOWN = 10;
const SLOWEST_SHOWN = 10;

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
  setup: ['Set-up', step('scripts/setup test')],
  packages: ['Packages', step('make --no-print-directory node_modules/.package-lock.json')],
  format: [
    'Format',
    check('cargo fmt --all --check'),
    check('npm run --silent --workspaces format:check'),
    check(
      `git ls-files '*.rs' '*.ts' '*.tsx' '*.mjs' '*.css' ':!web/src/api/schema.d.ts' | xargs wc -l | awk '
        $2 != "total" && $1 > 600 { print $2 ": " $1 " lines, 600 at most"; long = 1 } END { exit long }'`,
    ),
  ],
  app: [
    'Web app and size budget',
    step('make --no-print-directory web'),
    check('npm run --silent --workspace web size'),
  ],
  build: [
    'Rust build and lints',
    // One build serves the lints and the tests, and gives the browser its server.
    check('cargo build --workspace --all-targets'),
  ],
  lint: [
    'Web lints and types',
    check('npm run --silent --workspaces lint'),
    check('npm run --silent --workspaces typecheck'),
    check('npm run --silent --workspace web check:texts'),
    check(
      "shellcheck .ci/run bench/http crates/documents/fonts/cut $(grep -l '^#!.*bash' scripts/*)",
    ),
  ],
  web: [
    'Web unit tests',
    tests(
      `npm run --silent --workspace web test -- --reporter=default --reporter=junit --outputFile.junit=${report('web')}`,
      report('web'),
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
  figures: ['Server figures', tests(playwright('figures', ['figures']), report('figures'))],
  browser: [
    'Server and browser tests',
    tests(
      `scripts/with-postgres env ${playwright('browser', ['server', 'server-postgres', 'desktop', 'phone', 'postgres'])}`,
      report('browser'),
      {
        'server alone, SQLite': /^\[server\]/,
        'server alone, PostgreSQL': /^\[server-postgres\]/,
        'desktop, SQLite': /^\[desktop\]/,
        'phone, SQLite': /^\[phone\]/,
        'desktop, PostgreSQL': /^\[postgres\]/,
      },
    ),
  ],
};

/** Runs a command, which writes to the terminal or to `output`. Returns whether it succeeded. */
function execute(command, output) {
  const heading = `\n$ ${command}\n`;
  if (output) output.push(heading);
  else process.stdout.write(heading);
  const child = spawn(command, {
    shell: true,
    stdio: output ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}

/** Runs one command of a stage, adds its counts to `row`, and returns whether the stage can go on. */
async function run({ command, counts, junit, parts }, row, output) {
  if (junit) rmSync(junit, { force: true });
  const succeeded = await execute(command, output);
  const failedBefore = row.failed;
  if (junit && existsSync(junit)) countReport(readFileSync(junit, 'utf8'), parts, row);
  else if (succeeded && counts) row.passed += 1;
  if (!succeeded && row.failed === failedBefore) row.complaints.push(`failed: ${command}`);
  return succeeded || counts !== false;
}

function countReport(xml, parts, row) {
  const { tests: all, failed, skipped } = totalsIn(xml);
  row.failed += failed;
  row.skipped += skipped;
  row.passed += all - failed - skipped;
  if (all === 0) row.complaints.push('no test ran');
  row.failures.push(...failuresIn(xml));
  row.slowest.push(...slowestIn(xml).slice(0, SLOWEST_SHOWN));

  const names = namesIn(xml);
  for (const [part, pattern] of Object.entries(parts)) {
    const count = names.filter((name) => pattern.test(name)).length;
    row.parts.push([part, count]);
    if (count === 0) row.complaints.push(`no test ran: ${part}`);
  }
}

const headingOf = (title) => `\n━━━ ${title} ${'━'.repeat(Math.max(3, 70 - title.length))}\n`;

/** Runs a stage and returns its result. With `output` it prints nothing itself. */
async function runStage(name, output) {
  const [title, ...commands] = stages[name];
  if (output) output.push(headingOf(title));
  else process.stdout.write(headingOf(title));
  const row = {
    name,
    title,
    passed: 0,
    failed: 0,
    skipped: 0,
    parts: [],
    failures: [],
    complaints: [],
    slowest: [],
  };
  const started = performance.now();
  for (const each of commands) if (!(await run(each, row, output))) break;
  row.seconds = (performance.now() - started) / 1000;
  row.failed += row.complaints.length;
  return row;
}

const minutes = (seconds) => {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

function printSummary(rows, notRun, seconds) {
  const line = (title, passed = '', failed = '', time = '') =>
    console.log(
      `${title.padEnd(28)}${String(passed).padStart(8)}${String(failed).padStart(8)}${time.padStart(10)}`,
    );
  for (const { title, slowest } of rows.filter((row) => row.slowest.length > 0)) {
    process.stdout.write(headingOf(`${title}: the slowest`));
    for (const test of slowest)
      console.log(`${test.seconds.toFixed(1).padStart(7)} s  ${test.name}`);
  }
  process.stdout.write(headingOf('Summary'));
  line('stage', 'passed', 'failed', 'min:sec');
  for (const row of rows) {
    line(row.title, row.passed, row.failed, minutes(row.seconds));
    for (const [part, count] of row.parts) line(`  ${part}`, count);
    for (const complaint of row.complaints) console.log(`  ✗ ${complaint}`);
  }
  for (const name of notRun) line(stages[name][0], 'not run');
  for (const { name, lines } of rows.flatMap((row) => row.failures).slice(0, FAILURES_SHOWN))
    console.log(`  ✗ ${name}\n${lines.map((text) => `      ${text}`).join('\n')}`);

  const sum = (field) => rows.reduce((total, row) => total + row[field], 0);
  line('all', sum('passed'), sum('failed'), minutes(seconds));
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

const started = performance.now();
const rows = [];
const waiting = new Set(wanted);
const failed = () => rows.some((row) => row.failed > 0);

/** Runs those of the stages that are wanted, one after another, until any stage fails. */
async function runInOrder(names, output) {
  for (const name of names) {
    if (failed()) return;
    if (!waiting.delete(name)) continue;
    rows.push(await runStage(name, output));
  }
}

await runInOrder(['setup']);
// What needs no compiled Rust runs beside the stages of Rust, which seldom keep every processor busy. Its output is
// printed when it is complete.
const output = [];
const app = runInOrder(['packages', 'app'], output);
const beside = app.then(() => runInOrder(['format', 'lint', 'web'], output));
await runInOrder(['build']);
// The server's tests ask for pages of the app.
await app;
await runInOrder(['rust']);
await beside;
for (const chunk of output) process.stdout.write(chunk);
await runInOrder([...waiting]);

const order = Object.keys(stages);
rows.sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
printSummary(rows, waiting, (performance.now() - started) / 1000);
process.exitCode = failed() ? 1 : 0;
