import { Button, Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { m } from '@/paraglide/messages';
import classes from './Section.module.css';
import type { SectionState } from './useProfileSection';

/** The buttons of a section, and whether there is something to save. */
export function SaveBar({ section: { dirty, isPending, saved, undo } }: { section: SectionState }) {
  return (
    <Group gap="sm">
      <Button type="submit" loading={isPending}>
        {m.account_save()}
      </Button>
      {dirty && (
        <Button variant="subtle" onClick={undo} disabled={isPending}>
          {m.account_undo()}
        </Button>
      )}
      <Text role="status" size="sm" c="dimmed" className={classes.state}>
        {dirty && m.account_unsaved()}
        {saved && (
          <>
            <IconCircleCheck size={18} aria-hidden="true" className={classes.done} />
            {m.account_saved()}
          </>
        )}
      </Text>
    </Group>
  );
}
