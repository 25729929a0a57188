import { Badge, Button, Group } from '@mantine/core';
import { useVisit } from '@/api/visit';
import { Logo } from '@/components/Logo';
import { PlaceAnchor, PlaceLink, useNavigation } from '@/components/navigation';
import { m } from '@/paraglide/messages';
import type { FrameLink } from './Footer';
import classes from './Header.module.css';

/** The mark, which leads home. */
export function Brand() {
  const { app } = useVisit();
  return (
    <>
      <PlaceLink href="/" className={classes.brand}>
        <Logo />
      </PlaceLink>
      {app?.demo === true && (
        <Badge variant="light" color="yellow" visibleFrom="xs">
          {m.demo_badge()}
        </Badge>
      )}
    </>
  );
}

export function VisitorLinks({ links }: { links: readonly FrameLink[] }) {
  const isLogin = useNavigation().path === '/login';
  if (isLogin && links.length === 0) return null;
  return (
    <Group component="nav" aria-label={m.header_links()} gap="lg" me="xs" wrap="nowrap">
      {links.map(({ path, title }) => (
        <PlaceAnchor key={path} href={path} c="inherit" fw={500} visibleFrom="sm">
          {title()}
        </PlaceAnchor>
      ))}
      {!isLogin && (
        <Button component={PlaceLink} href="/login" variant="light" size="compact-md">
          {m.sign_in()}
        </Button>
      )}
    </Group>
  );
}
