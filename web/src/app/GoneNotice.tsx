import { Group, Loader, Paper, Text } from '@mantine/core';
import { useServerAway } from '@/lib/serverGone';
import { m } from '@/paraglide/messages';
import classes from './Toaster.module.css';

/** Says that the server is gone, at the lower edge of what it stands in. */
export function GoneNotice() {
  return (
    <Paper withBorder shadow="md" role="alert" className={classes.gone}>
      <Group gap="sm" wrap="nowrap">
        <Loader size="sm" color="yellow" aria-hidden="true" flex="none" />
        <Text size="sm">
          {useServerAway() ? m.shared_service_away() : m.shared_connection_gone()}
        </Text>
      </Group>
    </Paper>
  );
}
