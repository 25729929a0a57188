import { Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { BankFile, Upload } from '@/api/bankFiles';
import { ApiProblem } from '@/api/problem';
import { formatInstant } from '@/lib/format/instant';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import { FileRemarks } from '../FileRemarks';
import classes from './Upload.module.css';

interface Props {
  upload: Upload;
  /** The files as they now are: what is booked of a file grows after it has arrived. */
  files: readonly BankFile[];
}

/** How far one file is, and what it gave. */
export function UploadResult({ upload, files }: Props) {
  return (
    <Paper withBorder p="sm" className={classes.result}>
      <Content upload={upload} files={files} />
    </Paper>
  );
}

function Content({ upload: { name, state, answered, error }, files }: Props) {
  if (state === 'refused') {
    return (
      <Line icon={<IconAlertTriangle color="var(--mantine-color-error)" aria-hidden="true" />}>
        <Text fw={600}>{name}</Text>
        <Text size="sm">{textOf(error instanceof ApiProblem ? error.errorKey : 'ERROR')}</Text>
        {error instanceof ApiProblem && <RefusedEntry problem={error} />}
      </Line>
    );
  }
  if (answered === undefined) {
    const text =
      state === 'waiting' ? m.providermoney_upload_waits : m.providermoney_upload_sending;
    return <Working text={text({ name })} />;
  }
  const file = files.find(({ id }) => id === answered.file.id) ?? answered.file;
  if (!file.booked) {
    return (
      <Working
        text={m.providermoney_upload_booking({ name, booked: file.new, all: file.transactions })}
      />
    );
  }
  return answered.known ? <KnownFile file={file} /> : <Booked file={file} />;
}

/** Which entry of the file is at fault, where the server names one: `entries[1]` is the second. */
function RefusedEntry({ problem: { fields } }: { problem: ApiProblem }) {
  const index = /^entries\[(\d+)\]$/.exec(fields[0]?.field ?? '')?.[1];
  if (index === undefined) return null;
  return <Text size="sm">{m.providermoney_upload_entry({ entry: Number(index) + 1 })}</Text>;
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      {icon}
      <Stack gap={4}>{children}</Stack>
    </Group>
  );
}

function Working({ text }: { text: string }) {
  return (
    <Stack gap={8}>
      <Text size="sm">{text}</Text>
      <Progress value={100} animated striped aria-label={text} />
    </Stack>
  );
}

/** The same file again: nothing is booked twice, and that should be clear. */
function KnownFile({ file }: { file: BankFile }) {
  return (
    <Line icon={<IconInfoCircle color="var(--mantine-color-anchor)" aria-hidden="true" />}>
      <Text fw={600}>{file.name}</Text>
      <Text size="sm">
        {m.providermoney_upload_known({
          at: formatInstant(file.uploadedAt),
          by: file.uploadedBy,
        })}
      </Text>
      <Figures file={file} />
    </Line>
  );
}

function Booked({ file }: { file: BankFile }) {
  return (
    <Line icon={<IconCircleCheck color="var(--mantine-color-green-filled)" aria-hidden="true" />}>
      <Text fw={600}>{file.name}</Text>
      <Figures file={file} />
      <FileRemarks remarks={file.remarks} />
      <Verdict file={file} />
    </Line>
  );
}

/** In a sentence, when there is nothing to do. */
function Verdict({ file: { new: count, unmatched, refundable, remarks } }: { file: BankFile }) {
  if (unmatched + refundable + remarks.length > 0) return null;
  return (
    <Text size="sm">
      {count === 0 ? m.providermoney_upload_nothing_new() : m.providermoney_upload_all_clear()}
    </Text>
  );
}

function Figures({ file }: { file: BankFile }) {
  const { transactions, new: count, matched, unmatched, refundable } = file;
  const figures = [
    [m.providermoney_transactions(), transactions],
    [m.providermoney_new(), count],
    [m.providermoney_known(), transactions - count],
    [m.providermoney_matched(), matched],
    [m.providermoney_unmatched(), unmatched],
    [m.providermoney_refundable(), refundable],
  ] as const;
  return (
    <dl className={classes.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
