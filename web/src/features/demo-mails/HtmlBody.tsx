import { useEffect, useRef } from 'react';

/**
 * The HTML of a mail, apart from the styles of the page. The policy of our pages applies no style that stands in
 * HTML, nor would it in a frame; what a program sets it applies, so the styles are set one by one.
 */
export function HtmlBody({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
    root?.replaceChildren(styledBody(html));
  }, [html]);
  return <div ref={host} />;
}

function styledBody(html: string): HTMLElement {
  const { body, documentElement } = new DOMParser().parseFromString(html, 'text/html');
  const sheet = document.createElement('div');
  sheet.lang = documentElement.lang;
  sheet.style.cssText = body.getAttribute('style') ?? '';
  const styled = [...body.querySelectorAll('[style]')].map((element) => {
    const style = element.getAttribute('style') ?? '';
    element.removeAttribute('style');
    return { element, style };
  });
  sheet.append(...body.childNodes);
  for (const { element, style } of styled) {
    if (element instanceof HTMLElement) element.style.cssText = style;
  }
  return sheet;
}
