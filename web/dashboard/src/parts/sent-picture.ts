/** The service's limit in bytes, and the pixels of the longer side that it shows. */
const MAX_BYTES = 700 * 1024;
const MAX_SIDE = 1_600;
const TAKEN = ['image/png', 'image/jpeg', 'image/webp'];
const QUALITIES = [0.9, 0.75, 0.5];

/** A picture as base64, shrunk in the browser if the service wouldn't accept it as it is. */
export async function sentPicture(file: File): Promise<string> {
  const isTaken = TAKEN.includes(file.type) && file.size <= MAX_BYTES;
  return toBase64(isTaken ? file : await shrunk(file));
}

async function shrunk(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  let made = new Blob();
  for (const quality of QUALITIES) {
    made = await canvas.convertToBlob({ type: 'image/webp', quality });
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
