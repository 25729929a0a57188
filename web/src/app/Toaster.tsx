import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { useServerWatch } from './useServerWatch';
import classes from './Toaster.module.css';

/** Where notifications appear, and among them that the server is gone. */
export function Toaster() {
  useServerWatch();
  return <Notifications position="bottom-right" classNames={{ root: classes.toaster }} />;
}
