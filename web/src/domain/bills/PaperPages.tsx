import { m } from '@/paraglide/messages';
import classes from './PaperPages.module.css';

interface Props {
  /** The addresses of the pages' pictures. */
  images: readonly string[];
  zoomed?: boolean;
}

/** The pages of a bill as its customer sees them, one below the other. */
export function PaperPages({ images, zoomed = false }: Props) {
  return images.map((image, place) => (
    <img
      key={`page ${place + 1}`}
      className={classes.page}
      data-zoomed={zoomed || undefined}
      src={image}
      alt={m.bills_page_of({ page: place + 1, pages: images.length })}
    />
  ));
}
