import { Link } from '@tanstack/react-router';
import {
  IconFileInvoice,
  IconHome,
  IconPlus,
  IconUserCircle,
  IconWallet,
  type Icon,
} from '@tabler/icons-react';
import { m } from '@/paraglide/messages';
import type { LinkPath } from '../pages/pages';
import classes from './BottomBar.module.css';

interface Place {
  readonly path: LinkPath;
  readonly name: () => string;
  readonly icon: Icon;
}

const BEFORE: readonly Place[] = [
  { path: '/', name: m.page_home, icon: IconHome },
  { path: '/invoices', name: m.page_invoices, icon: IconFileInvoice },
];

const AFTER: readonly Place[] = [
  { path: '/salaries', name: m.page_salaries, icon: IconWallet },
  { path: '/account', name: m.menu_me, icon: IconUserCircle },
];

/** The worker's main pages within reach of the thumb. A page with a bar of its own there has that one alone. */
export function BottomBar() {
  return (
    <nav className={classes.bar} aria-label={m.menu_bottom()} data-bottom-menu>
      {BEFORE.map((place) => (
        <BarLink key={place.path} {...place} />
      ))}
      <Link to="/invoice" className={classes.add} aria-label={m.bills_new()}>
        <IconPlus size={26} stroke={2.25} aria-hidden="true" />
      </Link>
      {AFTER.map((place) => (
        <BarLink key={place.path} {...place} />
      ))}
    </nav>
  );
}

function BarLink({ path, name, icon: PlaceIcon }: Place) {
  return (
    <Link to={path} activeOptions={{ exact: path === '/' }} className={classes.place}>
      <PlaceIcon size={22} stroke={1.75} aria-hidden="true" />
      {name()}
    </Link>
  );
}
