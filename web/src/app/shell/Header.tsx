import {
  Anchor,
  Badge,
  Burger,
  Button,
  Group,
  SegmentedControl,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { IconLogout } from '@tabler/icons-react';
import { Suspense } from 'react';
import { appInfoQuery } from '@/api/app';
import type { User } from '@/api/session';
import { useViewer } from '@/api/viewer';
import { Logo } from '@/components/Logo';
import { useLanguage, type Language } from '@/lib/language';
import { lazyPart } from '@/lib/lazyPart';
import { m } from '@/paraglide/messages';
import { linksIn } from '../pages/pages';
import { ColourSchemeSwitch } from './ColourSchemeSwitch';
import classes from './Header.module.css';
import { useChooseLanguage } from './useChooseLanguage';

// Loaded only for signed-in users.
const PaletteButton = lazyPart(
  async () => (await import('../palette/PaletteButton')).PaletteButton,
);

// A visitor has no picture.
const ProfileLink = lazyPart(async () => (await import('./ProfileLink')).ProfileLink);

interface Props {
  user: User | null;
  menu: { id: string; open: boolean; toggle: () => void };
}

export function Header({ user, menu }: Props) {
  const { data: app } = useQuery(appInfoQuery);
  return (
    <div className={classes.header}>
      <Group gap="sm" wrap="nowrap">
        {user !== null && (
          <Burger
            opened={menu.open}
            onClick={menu.toggle}
            size="sm"
            aria-label={menu.open ? m.menu_close() : m.menu_open()}
            aria-expanded={menu.open}
            aria-controls={menu.id}
          />
        )}
        <Link to="/" className={classes.brand}>
          <Logo />
        </Link>
        {app?.demo === true && (
          <Badge variant="light" color="yellow" visibleFrom="xs">
            {m.demo_badge()}
          </Badge>
        )}
      </Group>
      <Group gap="xs" wrap="nowrap">
        {user === null && <VisitorLinks />}
        {user !== null && (
          <Suspense>
            <PaletteButton />
          </Suspense>
        )}
        <LanguageSwitch signedIn={user !== null} />
        <ColourSchemeSwitch />
        {user !== null && (
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

function VisitorLinks() {
  const viewer = useViewer();
  const isLogin = useRouterState({ select: ({ location }) => location.pathname === '/login' });
  const links = linksIn('header', viewer);
  if (isLogin && links.length === 0) return null;
  return (
    <Group component="nav" aria-label={m.header_links()} gap="lg" me="xs" wrap="nowrap">
      {links.map(({ path, title }) => (
        <Anchor key={path} component={Link} to={path} c="inherit" fw={500} visibleFrom="sm">
          {title()}
        </Anchor>
      ))}
      {!isLogin && (
        <Button component={Link} to="/login" variant="light" size="compact-md">
          {m.sign_in()}
        </Button>
      )}
    </Group>
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

/** Chooses the language of the app, and of the person's profile when signed in. */
function LanguageSwitch({ signedIn }: { signedIn: boolean }) {
  const language = useLanguage();
  const choose = useChooseLanguage(signedIn);
  return (
    <SegmentedControl<Language>
      size="xs"
      aria-label={m.language_switch()}
      value={language}
      onChange={choose}
      data={[
        { value: 'fi', label: <Name full={m.language_fi()} short={m.language_fi_short()} /> },
        { value: 'en', label: <Name full={m.language_en()} short={m.language_en_short()} /> },
      ]}
    />
  );
}

/** Two letters for the eye, the whole name for the ear. */
function Name({ full, short }: { full: string; short: string }) {
  return (
    <>
      <span aria-hidden="true">{short}</span>
      <VisuallyHidden>{full}</VisuallyHidden>
    </>
  );
}
