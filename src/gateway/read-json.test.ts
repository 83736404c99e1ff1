import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readJson, readJsonObject } from './read-json.ts';

const listOf = (item: string, count: number) =>
  Buffer.from(`{"list":[${Array.from({ length: count }, () => item).join(',')}]}`);
const read = (body: Buffer) => readJson(body, '192.0.2.1');

it.each([
  ['numbers', '1'],
  ['strings that contain separators', String.raw`"a,[{\",[\\"`],
  ['objects', '{"a":1}'],
])('reads 5,000 and refuses 20,000: %s', async (_, item) => {
  expect(readJsonObject(listOf(item, 4_990))).toEqual({
    list: Array.from({ length: 4_990 }, () => JSON.parse(item)),
  });
  const many = listOf(item, 20_000);
  expect(() => readJsonObject(many)).toThrow('Request body has more than 10000 values');
  await expect(read(many)).rejects.toThrow('Request body has more than 10000 values');
});

it('reads a megabyte of text in pieces the same as in one', async () => {
  const text = `я"\\${',[{'.repeat(300_000)}`;
  expect(await read(Buffer.from(JSON.stringify({ text })))).toEqual({ text });
  const broken = Buffer.from(JSON.stringify({ text }).slice(0, -2));
  await expect(read(broken)).rejects.toThrow('Malformed JSON body');
});

it('refuses a too deeply nested body before parsing it', () => {
  const deep = Buffer.from(`{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`);
  expect(() => readJsonObject(deep)).toThrow('Request body is nested deeper than 64 levels');
});

it('says what to do about a compressed body', () => {
  const entries = [
    { message: 'Malformed JSON body', layer: 'gateway' },
    { message: 'The body is compressed with gzip; send it uncompressed', layer: 'gateway' },
  ];
  expect(() => readJsonObject(gzipSync('{"a":1}'))).toThrow(
    expect.objectContaining({ status: 400, entries }),
  );
});
