import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import classes from './Toaster.module.css';

/** Where notifications appear. */
export function Toaster() {
  return <Notifications position="top-right" classNames={{ root: classes.toaster }} />;
}
