/** Draws on a white ground, for what is see-through would become black in a JPEG. */
export function drawJpeg(
  { width, height, quality }: { width: number; height: number; quality: number },
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<Blob> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('the browser gives no canvas');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  draw(context);
  canvas.toBlob(
    (file) => (file === null ? reject(new Error('the browser wrote no JPEG')) : resolve(file)),
    'image/jpeg',
    quality,
  );
  return promise;
}
