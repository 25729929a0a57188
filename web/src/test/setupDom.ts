import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

// A busy machine may take its time; a test that passes does not wait for this long.
configure({ asyncUtilTimeout: 60_000 });

// What Mantine and the router ask of a browser, and jsdom does not have.
beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  // Without layout nothing has a size: a menu would be taken for one whose button is scrolled out of sight, and
  // hidden a moment after it opened.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(10, 10, 100, 20),
  );
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1024);
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(768);
  // All is in sight.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: (entries: readonly object[]) => void;
      constructor(tell: (entries: readonly object[]) => void) {
        this.#tell = tell;
      }
      observe = (target: Element) => this.#tell([{ target, isIntersecting: true }]);
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
  vi.stubGlobal('scrollTo', () => undefined);
  Element.prototype.scrollIntoView = () => undefined;
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { addEventListener: () => undefined, removeEventListener: () => undefined },
  });
});

afterEach(() => {
  cleanup();
  notifications.clean();
  localStorage.clear();
  sessionStorage.clear();
});
