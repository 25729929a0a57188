import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { useNoticeNeeded } from '@/lib/serverGone';
import { GoneNotice } from './GoneNotice';
import classes from './Toaster.module.css';

/** Where notifications appear, and for as long as it is so, that the server is gone. */
export function Toaster() {
  return (
    <>
      {useNoticeNeeded() && <GoneNotice />}
      <Notifications position="bottom-right" classNames={{ root: classes.toaster }} />
    </>
  );
}
