import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useObjectUrls } from '@/components/useObjectUrls';
import classes from './Receipts.module.css';

export function isPicture(mediaType: string): boolean {
  return mediaType.startsWith('image/');
}

/** Of other pictures it depends on the browser. */
const SHOWN = /^image\/(?:jpeg|png)$/;

interface Props {
  mediaType: string;
  /** Undefined while it is not there. */
  file: Blob | undefined;
}

/** What a receipt looks like, small; of a PDF that it is one. */
export function ReceiptPicture({ mediaType, file }: Props) {
  const shown = SHOWN.test(mediaType) ? file : undefined;
  const [address] = useObjectUrls(useMemo(() => shown && [shown], [shown]));
  if (!isPicture(mediaType)) return <IconFileTypePdf size={28} aria-hidden="true" />;
  if (address === undefined) return <IconPhoto size={28} aria-hidden="true" />;
  return <img src={address} alt="" className={classes.picture} />;
}
