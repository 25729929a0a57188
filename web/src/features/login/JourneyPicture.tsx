import classes from './JourneyPicture.module.css';

/** A drawing of what the service does: an invoice becomes a coin in a hand. */
export function JourneyPicture() {
  return (
    <svg viewBox="20 6 414 228" className={classes.picture} aria-hidden="true">
      <circle cx="318" cy="120" r="112" className={classes.ringFar} />
      <circle cx="318" cy="120" r="82" className={classes.ringNear} />
      <g transform="rotate(-7 104 124)">
        <rect x="40" y="36" width="136" height="176" rx="14" className={classes.sheet} />
        <rect x="60" y="60" width="52" height="10" rx="5" className={classes.strong} />
        <rect x="60" y="88" width="96" height="7" rx="3.5" className={classes.faint} />
        <rect x="60" y="106" width="96" height="7" rx="3.5" className={classes.faint} />
        <rect x="60" y="124" width="64" height="7" rx="3.5" className={classes.faint} />
        <rect x="60" y="176" width="40" height="12" rx="6" className={classes.faint} />
        <rect x="116" y="172" width="40" height="20" rx="10" className={classes.sum} />
      </g>
      <path d="M190 92C222 48 250 52 268 78" className={classes.path} />
      <path d="m256 76 14 6 4-15" className={classes.head} />
      <circle cx="318" cy="120" r="52" className={classes.coin} />
      <circle cx="318" cy="120" r="42" className={classes.rim} />
      <path d="M336 103a22 22 0 1 0 0 34M288 114h32M288 126h32" className={classes.euro} />
    </svg>
  );
}
