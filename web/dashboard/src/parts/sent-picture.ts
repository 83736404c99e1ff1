/** The service's limits in bytes and pixels, and the pixels of the longer side that it shows. */
const MAX_BYTES = 700 * 1024;
const MAX_PIXELS = 4_000_000;
const MAX_SIDE = 1_600;
const TAKEN = ['image/png', 'image/jpeg', 'image/webp'];
/** Tried in this order. Safari can't encode WebP: it makes a PNG, for which `quality` has no effect. */
const ENCODINGS = ['image/webp', 'image/jpeg'].flatMap((type) =>
  [0.9, 0.75, 0.5].map((quality) => ({ type, quality })),
);

/** A picture as base64, shrunk in the browser if the service wouldn't accept it as it is. */
export async function sentPicture(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const isSmall = file.size <= MAX_BYTES && bitmap.width * bitmap.height <= MAX_PIXELS;
  const sent = isSmall && TAKEN.includes(file.type) ? file : await shrunk(bitmap);
  bitmap.close();
  return toBase64(sent);
}

async function shrunk(bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  let made = new Blob();
  for (const encoding of ENCODINGS) {
    made = await canvas.convertToBlob(encoding);
    if (made.size <= MAX_BYTES) break;
  }
  return made;
}

async function toBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
