import { Badge, Button, Group } from '@mantine/core';
import { useVisit } from '@/api/visit';
import { Logo } from '@/components/Logo';
import { PlaceAnchor, PlaceLink, useNavigation } from '@/components/navigation';
import { m } from '@/paraglide/messages';
import { useHeaderLinks, type FrameLink } from './Footer';
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
  const shown = useHeaderLinks(links);
  return (
    <Group component="nav" aria-label={m.header_links()} gap="lg" me="xs" wrap="nowrap">
      {shown.map(({ path, title }) => (
        <PlaceAnchor
          key={path}
          href={path}
          c="inherit"
          fw={500}
          // A tablet has no room for all of them, and the footer has this one at any width.
          visibleFrom={path === '/about' ? 'md' : 'sm'}
        >
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
