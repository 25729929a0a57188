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

/** In the texts of our mails a quotation mark is written `&quot;`, so this is found in tags alone. */
const STYLE = / style="/g;

function styledBody(html: string): HTMLElement {
  // A style would be refused, and complained about, as soon as it is read.
  const kept = html.replaceAll(STYLE, ' data-style="');
  const { body, documentElement } = new DOMParser().parseFromString(kept, 'text/html');
  const sheet = document.createElement('div');
  sheet.lang = documentElement.lang;
  sheet.style.cssText = body.dataset['style'] ?? '';
  sheet.append(...body.childNodes);
  for (const element of sheet.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset['style'] ?? '';
  }
  return sheet;
}
