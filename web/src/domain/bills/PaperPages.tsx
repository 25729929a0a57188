import { useRef } from 'react';
import { m } from '@/paraglide/messages';
import classes from './PaperPages.module.css';

interface Props {
  /** The addresses of the pages' pictures. */
  images: readonly string[];
  zoomed?: boolean;
  /** All pages are drawn. */
  onDrawn?: () => void;
}

/** The pages of a bill as its customer sees them, one below the other. */
export function PaperPages({ images, zoomed = false, onDrawn }: Props) {
  const drawn = useRef(new Set<string>());
  const draw = (image: string) => {
    drawn.current.add(image);
    if (images.every((one) => drawn.current.has(one))) onDrawn?.();
  };
  return images.map((image, place) => (
    <img
      key={`page ${place + 1}`}
      className={classes.page}
      data-zoomed={zoomed || undefined}
      src={image}
      alt={m.bills_page_of({ page: place + 1, pages: images.length })}
      onLoad={() => draw(image)}
    />
  ));
}
