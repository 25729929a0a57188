import type { ReactNode } from 'react';
import classes from './Drawing.module.css';

/** A coin at the origin, as that of the mark and of the log-in page. */
function Coin({ at: [x, y], size }: { at: readonly [number, number]; size: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`} className={classes.coin}>
      <circle r="20" className={classes.gold} />
      <circle r="15.5" className={classes.rim} />
      <path d="M7-6.5a8.5 8.5 0 1 0 0 13M-11.5-2.3h12M-11.5 2.3h12" className={classes.euro} />
    </g>
  );
}

/** The place of a coin that is not there yet. */
function NoCoin({ at: [x, y], radius }: { at: readonly [number, number]; radius: number }) {
  return <circle cx={x} cy={y} r={radius} className={classes.gap} />;
}

function Sheet({ children }: { children?: ReactNode }) {
  return (
    <>
      <rect width="64" height="82" rx="8" className={classes.sheet} />
      <rect x="10" y="12" width="24" height="5" rx="2.5" className={classes.strong} />
      <path d="M11 28h42M11 37h42M11 46h26" className={classes.faint} />
      {children}
    </>
  );
}

function FirstInvoice() {
  return (
    <>
      <NoCoin at={[122, 74]} radius={22} />
      <g transform="rotate(-6 40 60) translate(26 20)">
        <Sheet />
      </g>
      <g transform="translate(70 84) rotate(-42)">
        <path d="M0 0l9-5v10z" className={classes.gold} />
        <rect x="9" y="-5" width="42" height="10" rx="2" className={classes.filled} />
      </g>
    </>
  );
}

function Sent() {
  return (
    <>
      <path d="M14 96c18 12 40 4 40-10s-20-10-16 2 30 10 46-14" className={classes.path} />
      <g transform="translate(72 18)">
        <path d="M0 38 74 0 52 62 33 45z" className={classes.sheet} />
        <path d="M33 45 74 0 29 42z" className={classes.filled} />
        <path d="m29 42 1 19 9-10z" className={classes.strong} />
      </g>
    </>
  );
}

function Paid() {
  return (
    <>
      <g transform="rotate(-6 40 60) translate(22 18)">
        <Sheet />
      </g>
      <Coin at={[104, 62]} size={1.75} />
      <circle cx="130" cy="92" r="14" className={classes.filled} />
      <path d="m123.5 92.5 4.5 4.5 8.5-9" className={classes.check} />
    </>
  );
}

function NoSalaries() {
  return (
    <>
      <NoCoin at={[80, 30]} radius={20} />
      <path
        d="M34 58h82a10 10 0 0 1 10 10v34a10 10 0 0 1-10 10H44a10 10 0 0 1-10-10z"
        className={classes.filled}
      />
      <path d="M34 58l64-16a6 6 0 0 1 8 6v10" className={classes.outline} />
      <rect x="98" y="76" width="34" height="20" rx="10" className={classes.sheet} />
      <circle cx="109" cy="86" r="3.5" className={classes.strong} />
    </>
  );
}

function NotFound() {
  return (
    <>
      <g transform="rotate(-6 40 60) translate(22 16)">
        <Sheet />
      </g>
      <circle cx="82" cy="66" r="22" className={classes.lens} />
      <path d="m98 82 18 18" className={classes.handle} />
      <path d="M104 44c14-8 22-4 26 6" className={classes.path} />
      <Coin at={[136, 72]} size={0.7} />
    </>
  );
}

function NoConnection() {
  return (
    <>
      <g transform="translate(8 26) scale(.82)">
        <Sheet />
      </g>
      <path d="M68 60h14M100 60h8" className={classes.path} />
      <path d="m86 50 10 20" className={classes.outline} />
      <Coin at={[132, 60]} size={1.05} />
    </>
  );
}

const DRAWINGS = {
  firstInvoice: FirstInvoice,
  sent: Sent,
  paid: Paid,
  noSalaries: NoSalaries,
  notFound: NotFound,
  noConnection: NoConnection,
} as const;

interface Props {
  name: keyof typeof DRAWINGS;
  width?: number;
}

/** A drawing in the style of the coin. What it shows is always said in words beside it. */
export function Drawing({ name, width = 160 }: Props) {
  const Content = DRAWINGS[name];
  return (
    <svg
      viewBox="0 0 160 120"
      width={width}
      className={classes.drawing}
      data-drawing={name}
      aria-hidden="true"
    >
      <Content />
    </svg>
  );
}
