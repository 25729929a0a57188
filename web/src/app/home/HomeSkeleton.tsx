import { Skeleton, Stack } from '@mantine/core';
import { m } from '@/paraglide/messages';
import classes from './Home.module.css';

/** The shape of the page until it is there. */
export function HomeSkeleton() {
  return (
    <Stack gap="lg" role="status" aria-label={m.loading()}>
      <Skeleton height={230} radius="lg" />
      <Skeleton height={150} />
      <div className={classes.columns}>
        <Skeleton height={340} />
        <Skeleton height={340} />
      </div>
    </Stack>
  );
}
