// The load generator as a separate process: options come in on stdin, results go out on stdout.
import { text } from 'node:stream/consumers';
import { runLoad } from './load.ts';

const options = JSON.parse(await text(process.stdin));
const requests = options.requests.map((request: string) => Buffer.from(request, 'base64'));
process.stdout.write(JSON.stringify(await runLoad({ ...options, requests })));
