import { Alert, Button, Group, Loader, Skeleton, Stack, Text } from '@mantine/core';
import { ApiProblem } from '@/api/problem';
import { PaperPages } from '@/domain/bills/PaperPages';
import paper from '@/domain/bills/PaperPages.module.css';
import { ProblemList } from '@/domain/bills/ProblemList';
import { textOf } from '@/lib/notify/text';
import { m } from '@/paraglide/messages';
import classes from './Preview.module.css';
import type { Pages } from './usePages';

/** The pages in whatever state they are: not there yet, being drawn, failed, or of what was saved. */
export function PreviewPages({ pages, zoomed }: { pages: Pages; zoomed: boolean }) {
  const { bill, images, coming, late, error } = pages;
  if (bill === undefined) {
    return (
      <Text c="dimmed" className={classes.empty}>
        {m.invoice_preview_empty()}
      </Text>
    );
  }
  return (
    <Stack gap="xs" className={classes.body}>
      {error !== null && <Failure error={error} retry={pages.retry} hasOld={images.length > 0} />}
      {pages.stuck && (
        <Text size="sm" c="dimmed">
          {m.invoice_preview_stuck()}
        </Text>
      )}
      <div
        className={classes.scroll}
        role="group"
        aria-label={m.invoice_preview_label()}
        aria-busy={late}
        // Focusable, so that the arrow keys scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {coming && <Skeleton className={paper.page} role="status" aria-label={m.loading()} />}
        <PaperPages images={images} zoomed={zoomed} />
      </div>
      <Group gap={6} className={classes.updating} data-late={(late && !coming) || undefined}>
        <Loader size={12} aria-hidden="true" />
        <Text size="xs">{m.invoice_preview_updating()}</Text>
      </Group>
    </Stack>
  );
}

interface FailureProps {
  error: Error;
  retry: () => void;
  hasOld: boolean;
}

/** A draft that cannot be calculated yet says what it waits for; other failures can be tried again. */
function Failure({ error, retry, hasOld }: FailureProps) {
  const problem = error instanceof ApiProblem ? error : undefined;
  if (problem?.status === 422 && problem.fields.length > 0) {
    return (
      <Alert color="blue" role="status">
        <Text size="sm">{m.invoice_preview_unfinished()}</Text>
        <ProblemList problems={problem.fields} />
      </Alert>
    );
  }
  return (
    <Alert color="yellow" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm" flex={1} miw={160}>
          {`${textOf(problem?.errorKey ?? 'ERROR')} ${hasOld ? m.invoice_preview_old() : ''}`}
        </Text>
        <Button size="compact-sm" variant="default" onClick={retry}>
          {m.retry()}
        </Button>
      </Group>
    </Alert>
  );
}
