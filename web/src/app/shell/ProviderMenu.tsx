import { IconFileInvoice } from '@tabler/icons-react';
import { menuLinks, type MenuLink } from '@/lib/menu';
import { providerGroups } from '@/lib/providerMenu';
import { mayOpen, type Viewer } from '@/lib/routes';
import { m } from '@/paraglide/messages';
import { MenuLinks } from './MenuLinks';

/** The menu of the provider's staff: the dashboard, the work of their roles, and their own pages. */
export function ProviderMenu({ viewer }: { viewer: Viewer }) {
  const links = menuLinks(viewer);
  return (
    <>
      <MenuLinks links={links.filter(({ path }) => path === '/provider')} />
      {providerGroups(viewer).map(({ name, links: pages }) => (
        <MenuLinks key={name} name={name} links={pages} />
      ))}
      <MenuLinks name={m.provider_menu_own()} links={ownLinks(links, viewer)} />
    </>
  );
}

/** Whoever invoices too gets to that desk by one link; the others keep the pages of everybody. */
function ownLinks(links: readonly MenuLink[], viewer: Viewer): MenuLink[] {
  const home = links.filter(({ path }) => path === '/');
  if (mayOpen('worker', viewer)) {
    return home.map((link) => ({
      ...link,
      title: m.provider_menu_own_desk,
      icon: IconFileInvoice,
    }));
  }
  return links.filter(({ path }) => path !== '/' && path !== '/provider');
}
