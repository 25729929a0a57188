import { useMediaQuery, useWindowEvent } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useSession } from '@/api/session';
import { useViewer } from '@/api/viewer';
import { useLanguage } from '@/lib/language';
import { mayOpen } from '@/lib/access';
import { lazyPart } from '@/lib/lazyPart';
import { m } from '@/paraglide/messages';
import { linksIn } from '../pages/pages';
import { RouterNavigation } from '../RouterNavigation';
import { areaAt } from './area';
import { Footer } from './Footer';
import { Frame } from './Frame';
import { Header } from './Header';
import classes from './Shell.module.css';
import { useSessionChanges } from './useSessionChanges';

// A visitor has neither menu.
const SideMenu = lazyPart(async () => (await import('./SideMenu')).SideMenu);

const BottomBar = lazyPart(async () => (await import('./BottomBar')).BottomBar);

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

  return { open, wide, covering: open && !wide, setOpen };
}

/** The frame around every page, and what follows from who is signed in. */
export function Shell() {
  useLanguage();
  useSessionChanges();
  const user = useSession() ?? null;
  const viewer = useViewer();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const menu = useMenu(user !== null, path);
  const phone = useMediaQuery('(max-width: 47.99em)', undefined, {
    getInitialValueInEffect: false,
  });
  const area = areaAt(path, viewer);
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape' && menu.covering) menu.setOpen(false);
  });
  const links = { header: linksIn('header', viewer), footer: linksIn('footer', viewer) };

  return (
    <RouterNavigation>
      <Frame
        menuOpen={menu.open}
        covered={menu.covering}
        area={area}
        header={
          <Header
            user={user}
            links={links.header}
            phone={phone}
            menu={{
              id: MENU_ID,
              open: menu.open,
              beside: menu.wide,
              toggle: () => menu.setOpen(!menu.open),
            }}
          />
        }
        menu={
          user !== null && (
            <nav id={MENU_ID} className={classes.menu} aria-label={m.menu_main()}>
              <Suspense>
                <SideMenu area={area} withSettings={phone} />
              </Suspense>
            </nav>
          )
        }
        bottom={
          phone &&
          area === 'own' &&
          mayOpen('worker', viewer) && (
            <Suspense>
              <BottomBar />
            </Suspense>
          )
        }
        footer={<Footer links={links} signedIn={user !== null} />}
      >
        <Outlet />
      </Frame>
    </RouterNavigation>
  );
}
