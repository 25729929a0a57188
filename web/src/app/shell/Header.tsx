import { ActionIcon, Burger, Group, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
} from '@tabler/icons-react';
import { Suspense } from 'react';
import type { User } from '@/api/session';
import { lazyPart } from '@/lib/lazyPart';
import { m } from '@/paraglide/messages';
import { ColourSchemeSwitch } from './ColourSchemeSwitch';
import type { FrameLink } from './Footer';
import classes from './Header.module.css';
import { LanguageSwitch } from './LanguageSwitch';
import { useChooseLanguage } from './useChooseLanguage';
import { Brand, VisitorLinks } from './VisitorHeader';

// Loaded only for signed-in users.
const PaletteButton = lazyPart(
  async () => (await import('../palette/PaletteButton')).PaletteButton,
);

// A visitor has no picture.
const ProfileLink = lazyPart(async () => (await import('./ProfileLink')).ProfileLink);

interface Props {
  user: User | null;
  links: readonly FrameLink[];
  menu: {
    id: string;
    open: boolean;
    /** It stands beside the page rather than over it. */
    beside: boolean;
    toggle: () => void;
  };
  /** On a phone the menu has what is seldom needed here. */
  phone: boolean;
}

export function Header({ user, links, menu, phone }: Props) {
  const chooseLanguage = useChooseLanguage(user !== null);
  return (
    <div className={classes.header}>
      <Group gap="sm" wrap="nowrap">
        {user !== null && <MenuButton {...menu} />}
        <Brand />
      </Group>
      <Group gap="xs" wrap="nowrap">
        {user === null && <VisitorLinks links={links} />}
        {user !== null && (
          <Suspense>
            <PaletteButton />
          </Suspense>
        )}
        {(user === null || !phone) && (
          <>
            <LanguageSwitch choose={chooseLanguage} />
            <ColourSchemeSwitch />
          </>
        )}
        {user !== null && !phone && (
          <>
            <Suspense>
              <ProfileLink user={user} />
            </Suspense>
            <SignOut />
          </>
        )}
      </Group>
    </div>
  );
}

/** What lies over the page is closed by a cross; beside the page a cross would seem to close the page. */
function MenuButton({ id, open, beside, toggle }: Props['menu']) {
  const button = {
    onClick: toggle,
    'aria-label': open ? m.menu_close() : m.menu_open(),
    'aria-expanded': open,
    'aria-controls': id,
  };
  if (!beside) return <Burger opened={open} size="sm" {...button} />;
  const SideIcon = open ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" c="inherit" {...button}>
      <SideIcon size={22} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}

function SignOut() {
  return (
    <UnstyledButton
      component={Link}
      to="/logout"
      preload={false}
      className={classes.signOut}
      aria-label={m.sign_out()}
      title={m.sign_out()}
    >
      <IconLogout size={20} aria-hidden="true" />
    </UnstyledButton>
  );
}
