/** Markers of JPEG (ISO/IEC 10918-1, table B.1). */
const FILL = 0xff;
const isFrame = (marker) => (marker & 0xf0) === 0xc0 && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Tables, applications' data and comments, which may stand before the frame. */
const isBefore = (marker) =>
  [0xc4, 0xcc, 0xdb, 0xdd, 0xfe].includes(marker) || (marker & 0xf0) === 0xe0;

/**
 * Width and height of a JPEG's frame, the first one, as decoders read it; 0 if anything but known
 * markers stands before it. image-size looks for a frame elsewhere, too, and skips the first marker.
 */
export function frameSize(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 9 <= bytes.length; ) {
    const marker = bytes[at + 1];
    if (bytes[at] !== FILL) break;
    if (marker === FILL) at += 1;
    else if (isFrame(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else if (isBefore(marker)) at += 2 + view.getUint16(at + 2);
    else break;
  }
  return { width: 0, height: 0 };
}

/** Maximum scans of a JPEG: encoders write about ten, and each costs a pass over the picture. */
const MAX_SCANS = 100;
const SCAN = Buffer.of(FILL, 0xda);

/**
 * Whether a JPEG has more scans than any encoder writes: tens of thousands of empty ones fit into a
 * small file. Counts markers in metadata, too, which has few by chance.
 */
export function hasManyScans({ buffer, byteOffset, byteLength }) {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  let scans = 0;
  for (let at = bytes.indexOf(SCAN); at >= 0; at = bytes.indexOf(SCAN, at + 2)) scans += 1;
  return scans > MAX_SCANS;
}
