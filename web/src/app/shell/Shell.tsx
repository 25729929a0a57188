import { useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useSession } from '@/api/session';
import { useViewer } from '@/api/viewer';
import { useLanguage } from '@/lib/language';
import { lazyPart } from '@/lib/lazyPart';
import { m } from '@/paraglide/messages';
import { areaAt } from './area';
import { Footer } from './Footer';
import { Header } from './Header';
import classes from './Shell.module.css';
import { useSessionChanges } from './useSessionChanges';

// A visitor has no menu.
const SideMenu = lazyPart(async () => (await import('./SideMenu')).SideMenu);

const MAIN_ID = 'main';
const MENU_ID = 'menu';

/**
 * From 1280 px the side menu stands beside the page, open until closed. Below, it covers the page
 * when asked to, and a choice made there holds until the next page.
 */
function useMenu(hasMenu: boolean, path: string) {
  const wide = useMediaQuery('(min-width: 80em)', undefined, { getInitialValueInEffect: false });
  const [choice, setChoice] = useState<{ wide: boolean; path: string; open: boolean }>();

  const choiceHolds = choice?.wide === wide && (wide || choice.path === path);
  const open = hasMenu && (choiceHolds ? choice.open : wide);
  const setOpen = (next: boolean) => setChoice({ wide, path, open: next });

  return { open, covering: open && !wide, setOpen };
}

/**
 * The frame of every page: header, side menu for those signed in, the page itself, footer. A grid
 * in plain CSS: Mantine's AppShell would add 9 kB to what every visitor loads first.
 */
export function Shell() {
  useLanguage();
  useSessionChanges();
  const user = useSession() ?? null;
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const menu = useMenu(user !== null, path);
  const area = areaAt(path, useViewer());
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape' && menu.covering) menu.setOpen(false);
  });

  return (
    <div className={classes.shell} data-menu={menu.open ? 'open' : 'closed'} data-area={area}>
      <a href={`#${MAIN_ID}`} className={classes.skip}>
        {m.skip_to_content()}
      </a>
      <header className={classes.header}>
        <Header
          user={user}
          menu={{ id: MENU_ID, open: menu.open, toggle: () => menu.setOpen(!menu.open) }}
        />
      </header>
      {user !== null && (
        <nav id={MENU_ID} className={classes.menu} aria-label={m.menu_main()}>
          <Suspense>
            <SideMenu area={area} />
          </Suspense>
        </nav>
      )}
      <main id={MAIN_ID} tabIndex={-1} className={classes.main} inert={menu.covering}>
        <Outlet />
      </main>
      <footer className={classes.footer} inert={menu.covering}>
        <Footer />
      </footer>
    </div>
  );
}
