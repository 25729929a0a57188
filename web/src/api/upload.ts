import { tellSessionEnd } from './client';
import { problemOf, unreachable } from './problem';

/** Uploads a file as form data and reports the progress, which `fetch` cannot. */
export function upload(
  address: string,
  file: Blob,
  onProgress: (percent: number) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const form = new FormData();
  form.append('file', file);
  const request = new XMLHttpRequest();
  request.open('POST', address);
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total === 0 ? 0 : Math.round((loaded / total) * 100)),
  );
  request.addEventListener('error', () => reject(unreachable(undefined)));
  request.addEventListener('load', () => {
    const { status, responseText } = request;
    if (status < 300) {
      resolve();
      return;
    }
    if (status === 401) tellSessionEnd('expired');
    if (status === 403) tellSessionEnd('forbidden');
    void problemOf(new Response(responseText, { status })).then(reject);
  });
  request.send(form);
  return promise;
}
