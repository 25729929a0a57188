// Reads the JUnit reports of nextest, Vitest and Playwright.

const LINES_OF_A_FAILURE = 16;
const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Text as a person reads it: without XML escapes and terminal colours. */
const plain = (text) =>
  text
    .replace(/<!\[CDATA\[|\]\]>/g, '')
    .replace(/&#x1b;|\u001b/gi, '')
    .replace(/\[\d+(;\d+)*m/g, '')
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => ENTITIES[name]);

/** The value of an attribute, given all of them as text. */
const attribute = (name, text) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(text)?.[1];

/** One text for each test, from its opening tag to the next one's. */
const testCases = (xml) => xml.split(/(?=<testcase\b)/).slice(1);

const attributesOf = (testCase) => /^<testcase\b([^>]*)>/.exec(testCase)?.[1] ?? '';

export function totalsIn(xml) {
  const root = /<testsuites\b[^>]*>/.exec(xml)?.[0] ?? '';
  const number = (name) => Number(attribute(name, root) ?? 0);
  return {
    tests: number('tests'),
    failed: number('failures') + number('errors'),
    skipped: xml.match(/<skipped\b/g)?.length ?? 0,
  };
}

export const namesIn = (xml) =>
  testCases(xml).map((each) => attribute('name', attributesOf(each)) ?? '');

/** The tests, the slowest first. */
export const slowestIn = (xml) =>
  testCases(xml)
    .map(attributesOf)
    .map((text) => ({
      seconds: Number(attribute('time', text) ?? 0),
      name: plain(`${attribute('classname', text) ?? ''}: ${attribute('name', text) ?? '?'}`),
    }))
    .toSorted((one, other) => other.seconds - one.seconds);

/** Failed tests with the beginning of their messages: of a run often only the end of the log is left. */
export const failuresIn = (xml) =>
  testCases(xml)
    .map((each) =>
      /^<testcase\b([^>]*)>[^]*?<(?:failure|error)\b[^>]*>([^<]*(?:<!\[CDATA\[[^]*?\]\]>)?)/.exec(
        each,
      ),
    )
    .filter((match) => match !== null)
    .map(([, attributes, text]) => ({
      name: plain(attribute('name', attributes) ?? '?'),
      lines: plain(text)
        .split('\n')
        .filter((line) => line.trim() !== '')
        .slice(0, LINES_OF_A_FAILURE),
    }));
