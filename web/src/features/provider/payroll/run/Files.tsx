import { Button, Card, Loader, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { runFileAddress, type Run, type RunFile } from '@/api/payroll';
import { LoadFailure } from '@/components/LoadFailure';
import { m } from '@/paraglide/messages';
import classes from './Run.module.css';

/** The kinds of files, and what is to be done with each. */
const KINDS: Readonly<Record<string, { name: () => string; help: (run: Run) => string }>> = {
  BANK: {
    name: m.providerpayroll_file_bank,
    help: ({ payday }) => m.providerpayroll_file_bank_help({ payday }),
  },
  WAGE_REPORT: {
    name: m.providerpayroll_file_report,
    help: ({ reportBy }) => m.providerpayroll_file_report_help({ day: reportBy }),
  },
};

interface Props {
  run: Run;
  files: UseQueryResult<RunFile[]>;
}

/** What goes to the bank and to the Incomes Register, to be fetched as often as needed. */
export function Files({ run, files: { data, error, refetch } }: Props) {
  return (
    <Card component="section" withBorder padding="md" className={classes.card}>
      <Title order={2} mb="sm">
        {m.providerpayroll_files()}
      </Title>
      {data?.length === 0 && <Text c="dimmed">{m.providerpayroll_files_none()}</Text>}
      {error !== null && <LoadFailure error={error} retry={() => void refetch()} />}
      {error === null && data === undefined && (
        <Loader size="sm" role="status" aria-label={m.providerpayroll_writing_files()} />
      )}
      <Stack gap="sm">
        {data?.map((file) => (
          <Stack key={file.id} gap={4}>
            <Button
              component="a"
              href={runFileAddress(run.id, file.id)}
              download={file.name}
              variant="light"
              size="sm"
              justify="flex-start"
              leftSection={<IconDownload size={18} aria-hidden="true" />}
            >
              {KINDS[file.kind]?.name() ?? file.name}
            </Button>
            <Text size="sm" c="dimmed">
              {KINDS[file.kind]?.help(run)}
            </Text>
          </Stack>
        ))}
      </Stack>
    </Card>
  );
}
