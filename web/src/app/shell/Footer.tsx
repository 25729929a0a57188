import { Anchor, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconExternalLink } from '@tabler/icons-react';
import { appInfoQuery } from '@/api/app';
import { useViewer } from '@/api/viewer';
import { Suspense } from 'react';
import { lazyPart } from '@/lib/lazyPart';
import { linksIn } from '../pages/pages';
import { m } from '@/paraglide/messages';
import classes from './Footer.module.css';

// Loaded only where an installation uses it.
const CookieSettings = lazyPart(async () => (await import('./CookieSettings')).CookieSettings);

export function Footer() {
  const viewer = useViewer();
  const { data: app } = useQuery(appInfoQuery);
  // The header has no room for the visitor's links on a phone.
  const inFooter = linksIn('footer', viewer);
  const onPhone = viewer.signedIn
    ? []
    : linksIn('header', viewer).filter(({ path }) => inFooter.every((link) => link.path !== path));
  return (
    <nav aria-label={m.footer_links()} className={classes.links}>
      {onPhone.map(({ path, title }) => (
        <Anchor key={path} component={Link} to={path} size="sm" c="dimmed" hiddenFrom="sm">
          {title()}
        </Anchor>
      ))}
      {inFooter.map(({ path, title }) => (
        <Anchor key={path} component={Link} to={path} size="sm" c="dimmed">
          {title()}
        </Anchor>
      ))}
      {app !== undefined && app.aboutUrl !== '' && (
        <Anchor href={app.aboutUrl} target="_blank" rel="noopener" size="sm" c="dimmed">
          {m.footer_about_provider()}
          <IconExternalLink size={14} className={classes.external} aria-hidden="true" />
          <VisuallyHidden>{m.opens_in_new_tab()}</VisuallyHidden>
        </Anchor>
      )}
      {typeof app?.pixelId === 'string' && (
        <Suspense>
          <CookieSettings />
        </Suspense>
      )}
    </nav>
  );
}
