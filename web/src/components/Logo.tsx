import classes from './Logo.module.css';
import { m } from '@/paraglide/messages';

/** The mark: an L whose foot carries a coin. */
export function LogoMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" className={classes.tile} />
      <path d="M10 7.5v14a3 3 0 0 0 3 3h10" className={classes.letter} />
      <circle cx="20.5" cy="13.5" r="4.5" className={classes.coin} />
    </svg>
  );
}

export function Logo() {
  return (
    <span className={classes.logo}>
      <LogoMark size={32} />
      <span className={classes.name}>{m.app_name()}</span>
    </span>
  );
}
