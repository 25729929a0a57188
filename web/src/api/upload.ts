import { tellSessionEnd } from './client';
import { NO_ANSWER } from '@/lib/serverEvents';
import { isOutage, problemOf, unreachable } from './problem';

interface Options {
  readonly method?: 'POST' | 'PUT';
  /** Sent again with the same key, the file is taken once. */
  readonly key?: string;
  /** The name of a file that has none of its own. */
  readonly name?: string;
  readonly signal?: AbortSignal;
}

/**
 * Uploads a file as form data and reports the progress, which `fetch` cannot. The answer is what the
 * server says of the file; undefined where it says nothing.
 */
export function upload<Answer>(
  address: string,
  file: Blob,
  onProgress: (percent: number) => void,
  { method = 'POST', key, name, signal }: Options = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const form = new FormData();
  if (name === undefined) form.append('file', file);
  else form.append('file', file, name);
  const request = new XMLHttpRequest();
  request.open(method, address);
  if (key !== undefined) request.setRequestHeader('Idempotency-Key', key);
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total === 0 ? 0 : Math.round((loaded / total) * 100)),
  );
  request.addEventListener('error', () => {
    window.dispatchEvent(new Event(NO_ANSWER));
    reject(unreachable(undefined));
  });
  request.addEventListener('abort', () =>
    reject(new DOMException('the upload was cancelled', 'AbortError')),
  );
  request.addEventListener('load', () => {
    const { status, responseText } = request;
    if (status < 300) {
      resolve((responseText === '' ? undefined : JSON.parse(responseText)) as Answer);
      return;
    }
    if (status === 401) tellSessionEnd('expired');
    if (status === 403) tellSessionEnd('forbidden');
    if (isOutage(status)) window.dispatchEvent(new Event(NO_ANSWER));
    void problemOf(new Response(responseText, { status })).then(reject);
  });
  signal?.addEventListener('abort', () => request.abort(), { once: true });
  request.send(form);
  return promise;
}
