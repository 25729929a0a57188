import { mayOpen, type Access, type Viewer } from '@/lib/access';
import { m } from '@/paraglide/messages';
import type { FrameLink } from '../shell/Footer';

type Link = FrameLink & { readonly access: Access };

const ABOUT: Link = { path: '/about', title: m.page_about, access: 'public' };

/** The links around the page. The entrance does not load the table of all pages, which says the same. */
const LINKS: Readonly<Record<'header' | 'footer', readonly Link[]>> = {
  header: [
    { path: '/calculator', title: m.page_calculator, access: 'public' },
    ABOUT,
    { path: '/register', title: m.page_register, access: 'public' },
  ],
  footer: [
    ABOUT,
    { path: '/help', title: m.help_page, access: 'public' },
    { path: '/eula', title: m.page_eula, access: 'public' },
    { path: '/privacy', title: m.page_privacy, access: 'public' },
    { path: '/accessibility', title: m.page_accessibility, access: 'public' },
    { path: '/demo/mails', title: m.page_demo_mails, access: 'demo' },
    { path: '/api-docs', title: m.page_api_docs, access: 'demo' },
  ],
};

export function entranceLinks(place: 'header' | 'footer', viewer: Viewer): readonly FrameLink[] {
  return LINKS[place].filter(({ access }) => mayOpen(access, viewer));
}
