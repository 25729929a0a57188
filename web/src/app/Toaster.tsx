import '@mantine/notifications/styles.css';
import { Group, Loader, Paper, Text } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useNoticeNeeded } from '@/lib/serverGone';
import { m } from '@/paraglide/messages';
import { useServerWatch } from './useServerWatch';
import classes from './Toaster.module.css';

/** Where notifications appear, and for as long as it is so, that the server is gone. */
export function Toaster() {
  useServerWatch();
  const gone = useNoticeNeeded();
  return (
    <>
      {gone && (
        <Paper withBorder shadow="md" role="status" className={classes.gone}>
          <Group gap="sm" wrap="nowrap">
            <Loader size="sm" color="yellow" aria-hidden="true" className={classes.sign} />
            <Text size="sm">{m.shared_connection_gone()}</Text>
          </Group>
        </Paper>
      )}
      <Notifications
        position="bottom-right"
        classNames={{ root: classes.toaster }}
        data-raised={gone || undefined}
      />
    </>
  );
}
