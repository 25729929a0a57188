import type { Area } from 'react-easy-crop';
import { drawJpeg } from '@/lib/jpeg';

/** Twice what the server keeps, so that it has something to choose from. */
const SIDE_PX = 512;
const QUALITY = 0.9;

/** Cuts a square out of a picture, as a JPEG small enough to be sent from anywhere. */
export async function cut(address: string, { x, y, width, height }: Area): Promise<Blob> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  return drawJpeg({ width: SIDE_PX, height: SIDE_PX, quality: QUALITY }, (context) =>
    context.drawImage(picture, x, y, width, height, 0, 0, SIDE_PX, SIDE_PX),
  );
}
