import type { Area } from 'react-easy-crop';

/** Twice what the server keeps, so that it has something to choose from. */
const SIDE_PX = 512;
const QUALITY = 0.9;

/** Cuts a square out of a picture, as a JPEG small enough to be sent from anywhere. */
export async function cut(address: string, { x, y, width, height }: Area): Promise<Blob> {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser gives no canvas');
  // What is see-through would become black in a JPEG.
  context.fillStyle = 'white';
  context.fillRect(0, 0, SIDE_PX, SIDE_PX);
  context.drawImage(picture, x, y, width, height, 0, 0, SIDE_PX, SIDE_PX);
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob(
    (file) => (file === null ? reject(new Error('the browser wrote no JPEG')) : resolve(file)),
    'image/jpeg',
    QUALITY,
  );
  return promise;
}
