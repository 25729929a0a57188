import type { ReactNode } from 'react';
import { m } from '@/paraglide/messages';
import classes from './Shell.module.css';

const MAIN_ID = 'main';

interface Props {
  header: ReactNode;
  menu?: ReactNode;
  footer: ReactNode;
  /** What stays at the lower edge of a phone. */
  bottom?: ReactNode;
  children: ReactNode;
  menuOpen?: boolean;
  /** The menu lies over the page. */
  covered?: boolean;
  area?: 'own' | 'provider';
}

/**
 * The frame of every page: header, side menu for those signed in, the page itself, footer. A grid
 * in plain CSS: Mantine's AppShell would add 9 kB to what every visitor loads first.
 */
export function Frame({
  header,
  menu,
  footer,
  bottom,
  children,
  menuOpen = false,
  covered = false,
  area = 'own',
}: Props) {
  return (
    <div className={classes.shell} data-menu={menuOpen ? 'open' : 'closed'} data-area={area}>
      <a href={`#${MAIN_ID}`} className={classes.skip}>
        {m.skip_to_content()}
      </a>
      <header className={classes.header}>{header}</header>
      {menu}
      <main id={MAIN_ID} tabIndex={-1} className={classes.main} inert={covered}>
        {children}
      </main>
      <footer className={classes.footer} inert={covered}>
        {footer}
      </footer>
      {bottom}
    </div>
  );
}
