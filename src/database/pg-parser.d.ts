/** A part of the driver whose types hide what is changed. */
declare module 'pg-protocol/dist/parser.js' {
  export class Parser {
    /** Makes a message of the bytes from the offset on; the length counts its own four bytes. */
    handlePacket(offset: number, code: number, length: number, bytes: Buffer): object;
  }
}
