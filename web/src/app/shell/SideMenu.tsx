import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useViewer } from '@/api/viewer';
import { linksIn, type LinkedRoute } from '@/lib/routes';
import { m } from '@/paraglide/messages';
import classes from './SideMenu.module.css';

export function SideMenu() {
  const links = linksIn('menu', useViewer());
  const own = links.filter(({ access }) => access !== 'staff');
  const provider = links.filter(({ access }) => access === 'staff');
  return (
    <>
      <MenuLinks links={own} />
      {provider.length > 0 && (
        <>
          <Text size="xs" fw={700} c="dimmed" px="sm" mt="lg" mb="xs">
            {m.menu_provider()}
          </Text>
          <MenuLinks links={provider} />
        </>
      )}
    </>
  );
}

function MenuLinks({ links }: { links: readonly LinkedRoute[] }) {
  return (
    <ul className={classes.list}>
      {links.map(({ path, title, icon: LinkIcon }) => (
        <li key={path}>
          {/* The router marks the current page with aria-current; the style follows that. */}
          <Link to={path} activeOptions={{ exact: path === '/' }} className={classes.item}>
            {LinkIcon && <LinkIcon size={20} stroke={1.75} aria-hidden="true" />}
            {title()}
          </Link>
        </li>
      ))}
    </ul>
  );
}
