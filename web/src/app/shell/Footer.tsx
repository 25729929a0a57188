import { Anchor, VisuallyHidden } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useVisit } from '@/api/visit';
import { PlaceAnchor, useNavigation, type EntrancePath } from '@/components/navigation';
import { lazyPart } from '@/lib/lazyPart';
import { m } from '@/paraglide/messages';
import classes from './Footer.module.css';

// Loaded only where an installation uses it.
const CookieSettings = lazyPart(async () => (await import('./CookieSettings')).CookieSettings);

/** A link of the header or the footer. */
export interface FrameLink {
  readonly path: EntrancePath;
  readonly title: () => string;
}

/** The links of a visitor's header. Somebody who registers is not led there once more. */
export function useHeaderLinks(links: readonly FrameLink[]): readonly FrameLink[] {
  const here = useNavigation().path;
  return links.filter(({ path }) => path !== '/register' || path !== here);
}

interface Props {
  links: Readonly<Record<'header' | 'footer', readonly FrameLink[]>>;
  signedIn: boolean;
}

export function Footer({ links, signedIn }: Props) {
  const { app } = useVisit();
  const header = useHeaderLinks(links.header);
  // The header has no room for the visitor's links on a phone.
  const onPhone = signedIn
    ? []
    : header.filter(({ path }) => links.footer.every((link) => link.path !== path));
  return (
    <nav aria-label={m.footer_links()} className={classes.links}>
      {onPhone.map(({ path, title }) => (
        <PlaceAnchor key={path} href={path} size="sm" c="dimmed" hiddenFrom="sm">
          {title()}
        </PlaceAnchor>
      ))}
      {links.footer.map(({ path, title }) => (
        <PlaceAnchor key={path} href={path} size="sm" c="dimmed">
          {title()}
        </PlaceAnchor>
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
