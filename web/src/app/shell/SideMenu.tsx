import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconFileInvoice, IconLogout } from '@tabler/icons-react';
import { useViewer } from '@/api/viewer';
import { mayOpen, type Viewer } from '@/lib/access';
import { m } from '@/paraglide/messages';
import { menuLinks, providerGroups, type MenuLink } from '../pages/menu';
import type { Area } from './area';
import { ColourSchemeSwitch } from './ColourSchemeSwitch';
import { LanguageSwitch } from './LanguageSwitch';
import { useFreshCounts } from './MenuCount';
import { MenuLinks } from './MenuLinks';
import classes from './SideMenu.module.css';
import { useChooseLanguage } from './useChooseLanguage';

interface Props {
  area: Area;
  /** Language, colours and the way out are here, where the header has no room for them. */
  withSettings: boolean;
}

export function SideMenu({ area, withSettings }: Props) {
  const viewer = useViewer();
  return (
    <>
      {area === 'provider' ? <ProviderMenu viewer={viewer} /> : <OwnMenu viewer={viewer} />}
      {withSettings && <MenuSettings />}
    </>
  );
}

function MenuSettings() {
  return (
    <Group className={classes.settings}>
      <LanguageSwitch choose={useChooseLanguage(true)} />
      <ColourSchemeSwitch />
      <Link to="/logout" preload={false} className={classes.item}>
        <IconLogout size={20} stroke={1.75} aria-hidden="true" />
        {m.sign_out()}
      </Link>
    </Group>
  );
}

function OwnMenu({ viewer }: { viewer: Viewer }) {
  const links = menuLinks(viewer);
  const provider = links.filter(({ path }) => path === '/provider');
  return (
    <>
      <MenuLinks links={links.filter(({ path }) => path !== '/provider')} />
      {provider.length > 0 && <MenuLinks name={m.menu_provider()} links={provider} />}
    </>
  );
}

/** The menu of the provider's staff: the dashboard, the work of their roles, and their own pages. */
function ProviderMenu({ viewer }: { viewer: Viewer }) {
  useFreshCounts();
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

/** Staff who invoice too get one link to their own pages; the others keep the pages for everyone. */
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
