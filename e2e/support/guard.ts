import type { Page } from '@playwright/test';

/**
 * Collects what no page may do, whatever the test is about: errors and foreign requests. A breach of the
 * content security policy is among the errors, for Chromium writes each of them to the console.
 */
export function watch(page: Page, origin: string, tolerated: RegExp[]): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    const text = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && !tolerated.some((pattern) => pattern.test(text))) {
      faults.push(`console: ${text}`);
    }
  });
  page.on('pageerror', (error) => faults.push(`page error: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    const { protocol, origin: host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== origin)
      faults.push(`foreign request: ${request.url()}`);
  });
  return faults;
}

/** Says so when the page is wider than its window, and which elements reach too far. */
export function sidewaysScroll(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const culprits = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => (element.cloneNode() as Element).outerHTML);
    return [`sideways scroll: ${scrollWidth} px in a window of ${clientWidth}`, ...culprits];
  });
}
