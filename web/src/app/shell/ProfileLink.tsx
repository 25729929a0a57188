import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { User } from '@/api/session';
import { OwnAvatar } from '@/domain/OwnAvatar';
import { m } from '@/paraglide/messages';
import classes from './Header.module.css';

const PICTURE_PX = 34;

/** Link to the user's account. Phones have no room for it and use the menu. */
export function ProfileLink({ user }: { user: User }) {
  return (
    <UnstyledButton component={Link} to="/account" className={classes.profile} visibleFrom="xs">
      <VisuallyHidden>{m.profile_link({ name: user.fullName })}</VisuallyHidden>
      <OwnAvatar user={user} size={PICTURE_PX} />
      <Text size="sm" fw={600} visibleFrom="sm" truncate maw={180} aria-hidden="true">
        {user.fullName}
      </Text>
    </UnstyledButton>
  );
}
