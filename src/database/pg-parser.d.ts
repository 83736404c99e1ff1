/** A part of the driver whose own types hide what we override. */
declare module 'pg-protocol/dist/parser.js' {
  export class Parser {
    /** Bytes of a message that hasn't arrived entirely. */
    buffer: Buffer;
    bufferOffset: number;
    bufferLength: number;
    /** Parses the messages that are complete with these bytes. */
    parse(bytes: Buffer, callback: (message: object) => void): void;
    /** Parses a message from the bytes at the offset; the length includes its own four bytes. */
    handlePacket(offset: number, code: number, length: number, bytes: Buffer): object;
  }
}

/** The package itself can't be imported as a module on Node.js 20.18. */
declare module 'pg-protocol/dist/serializer.js' {
  export { serialize } from 'pg-protocol';
}
