import { useViewer } from '@/api/viewer';
import { menuLinks } from '@/lib/menu';
import { m } from '@/paraglide/messages';
import type { Desk } from './desk';
import { MenuLinks } from './MenuLinks';
import { ProviderMenu } from './ProviderMenu';

export function SideMenu({ desk }: { desk: Desk }) {
  const viewer = useViewer();
  if (desk === 'provider') return <ProviderMenu viewer={viewer} />;

  const links = menuLinks(viewer);
  const provider = links.filter(({ path }) => path === '/provider');
  return (
    <>
      <MenuLinks links={links.filter(({ path }) => path !== '/provider')} />
      {provider.length > 0 && <MenuLinks name={m.menu_provider()} links={provider} />}
    </>
  );
}
