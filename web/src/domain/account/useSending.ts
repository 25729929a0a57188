import { useTimeout } from '@mantine/hooks';
import { useState } from 'react';
import { LARGEST_FILE_BYTES } from '@/api/account';
import { ApiProblem, endedSession } from '@/api/problem';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';

/** So long a finished upload is shown as such. */
const FINISHED_MS = 1000;

interface Sender {
  readonly mutate: (
    sending: { file: Blob; onProgress: (percent: number) => void },
    options: { onSuccess: () => void; onError: (error: Error) => void },
  ) => void;
  readonly isPending: boolean;
}

/** The state of an upload: its progress, and why it was refused. */
export function useSending({ mutate, isPending }: Sender) {
  const [percent, setPercent] = useState(0);
  const [finished, setFinished] = useState(false);
  const { start: resetLater } = useTimeout(() => setFinished(false), FINISHED_MS);
  const [refusal, setRefusal] = useState<string>();
  const send = (file: Blob, onSent: () => void) => {
    if (isPending) return;
    if (file.size > LARGEST_FILE_BYTES) {
      setRefusal(m.account_file_too_large());
      return;
    }
    setRefusal(undefined);
    setPercent(0);
    const onSuccess = () => {
      setPercent(100);
      setFinished(true);
      resetLater();
      onSent();
    };
    mutate(
      { file, onProgress: setPercent },
      { onSuccess, onError: (error) => setRefusal(refusalOf(error)) },
    );
  };
  return {
    send,
    busy: isPending,
    percent: isPending || finished ? percent : undefined,
    refusal,
    refuse: setRefusal,
  };
}

/** Why the server refused the file. The shell reports the end of a session. */
function refusalOf(error: Error): string | undefined {
  if (endedSession(error)) return undefined;
  if (!(error instanceof ApiProblem)) return textOf('ERROR');
  if (error.status === 413) return m.account_file_too_large();
  return textOf(error.fields[0]?.key ?? error.errorKey);
}
