import { drawJpeg } from '@/lib/jpeg';

const QUALITY = 0.92;

/** The picture, a quarter turned to the right. */
export async function turned(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const [width, height] = [picture.height, picture.width];
  return drawJpeg({ width, height, quality: QUALITY }, (context) => {
    context.translate(width, 0);
    context.rotate(Math.PI / 2);
    context.drawImage(picture, 0, 0);
  });
}

const HEIC = /\.hei[cf]$|^image\/hei[cf]/i;

/**
 * What is sent of a chosen file. A picture of an iPhone becomes a JPEG where the browser can read it;
 * where it cannot, the file goes as it is, and the server says what to do.
 */
export async function sendable(file: File): Promise<{ file: Blob; name: string }> {
  const { name } = file;
  if (!HEIC.test(file.type) && !HEIC.test(name)) return { file, name };
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    const jpeg = await drawJpeg({ width, height, quality: QUALITY }, (context) =>
      context.drawImage(picture, 0, 0),
    );
    return { file: jpeg, name: name.replace(/\.hei[cf]$/i, '.jpg') };
  } catch {
    return { file, name };
  }
}
