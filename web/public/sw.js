// Shows a page of our own where the browser would say that the site cannot be reached. It stores nothing: pages come
// from the server each time, so that no answer is ever old, and all but navigations pass by it. The page is in here,
// because it is needed when nothing can be fetched.
const TEXTS = {
  fi: {
    title: 'Ei yhteyttä palveluun',
    body: 'Se, mitä olet kirjoittanut laskuun, on tallessa tällä laitteella. Tarkista verkkoyhteys ja yritä uudelleen.',
    retry: 'Yritä uudelleen',
  },
  en: {
    title: 'No connection to the service',
    body: 'What you have written on an invoice is safe on this device. Check your network and try again.',
    retry: 'Try again',
  },
};

// The first of the browser's languages that is one of ours. What was chosen in the app is not known here.
const wanted = () => self.navigator.languages.map((tag) => tag.split('-')[0]);
const language = () => wanted().find((code) => Object.hasOwn(TEXTS, code)) ?? 'fi';

const page = (lang, { title, body, retry }) => `<!doctype html>
<html lang="${lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Liksa</title>
<style>
  :root { color-scheme: light dark; }
  body { display: grid; min-height: 100dvh; margin: 0; padding: 24px; box-sizing: border-box; place-content: center;
    justify-items: center; gap: 12px; background: light-dark(#f7f5f0, #101919); color: light-dark(#14211f, #d5dedd);
    font: 1.0625rem/1.5 system-ui, sans-serif; text-align: center; }
  svg { width: 200px; }
  h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
  p { max-width: 30rem; margin: 0; }
  a { margin-top: 8px; padding: 10px 20px; border-radius: 10px; background: #0d5757; color: #fff; font-weight: 600;
    text-decoration: none; }
  a:focus-visible { outline: 3px solid #f5b94a; outline-offset: 2px; }
</style>
<main style="display: contents">
  <svg viewBox="0 0 160 120" fill="none" aria-hidden="true">
    <rect x="8" y="26" width="53" height="67" rx="7" fill="#fff" stroke="#cfd8d5"/>
    <path d="M17 38h16" stroke="#0d5757" stroke-width="5" stroke-linecap="round"/>
    <path d="M17 50h34M17 58h34M17 66h20" stroke="#d9e3e1" stroke-width="4" stroke-linecap="round"/>
    <path d="M70 60h12M100 60h8" stroke="#5fafa9" stroke-width="4" stroke-linecap="round" stroke-dasharray="1 8"/>
    <path d="m86 50 10 20" stroke="#22807c" stroke-width="4" stroke-linecap="round"/>
    <circle cx="132" cy="60" r="21" fill="#f5b94a"/><circle cx="132" cy="60" r="16" stroke="#d9962a"/>
    <path d="M139 53a9 9 0 1 0 0 14M120 57.5h12M120 62.5h12" stroke="#7a4d00" stroke-width="3" stroke-linecap="round"/>
  </svg>
  <h1>${title}</h1>
  <p>${body}</p>
  <a href="">${retry}</a>
</main>
</html>`;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
};

self.addEventListener('install', () => self.skipWaiting());

// The browser fetches the page itself and hands it over: nothing is slower for this worker, and nothing is asked twice.
self.addEventListener('activate', (event) => {
  event.waitUntil(self.registration.navigationPreload?.enable());
});

self.addEventListener('fetch', (event) => {
  const { mode, method } = event.request;
  if (mode !== 'navigate' || method !== 'GET' || self.registration.navigationPreload === undefined)
    return;
  event.respondWith(
    (async () => {
      try {
        return (await event.preloadResponse) ?? (await fetch(event.request));
      } catch {
        const lang = language();
        return new Response(page(lang, TEXTS[lang]), { status: 503, headers: HEADERS });
      }
    })(),
  );
});
