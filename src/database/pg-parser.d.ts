/** A part of the driver whose own types hide the method that we override. */
declare module 'pg-protocol/dist/parser.js' {
  export class Parser {
    /** Parses a message from the bytes at the offset; the length includes its own four bytes. */
    handlePacket(offset: number, code: number, length: number, bytes: Buffer): object;
  }
}
