/** Makes one moving picture of several: an APNG, whose frames are the pictures as they are. */

import { Buffer } from "node:buffer";
import { readFileSync, writeFileSync } from "node:fs";
import { crc32 } from "node:zlib";

const SIGNATURE = 8;

function* chunksOf(png) {
  for (let at = SIGNATURE; at < png.length;) {
    const length = png.readUInt32BE(at);
    yield {
      type: png.toString("latin1", at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    };
    at += length + 12;
  }
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const numbers = (...values) => {
  const data = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => data.writeUInt32BE(value, 4 * index));
  return data;
};

/** Write frames `{path, seconds}` of one size as a picture that moves, again and again. */
export function animate(frames, target) {
  const pictures = frames.map(({ path }) => readFileSync(path));
  const parts = pictures.map((png) => [...chunksOf(png)]);
  const header = parts[0].find(({ type }) => type === "IHDR").data;
  if (!parts.every((one) => one.find(({ type }) => type === "IHDR").data.equals(header)))
    throw new Error("the frames differ in size or kind");
  const written = [pictures[0].subarray(0, SIGNATURE), chunk("IHDR", header)];
  written.push(chunk("acTL", numbers(frames.length, 0)));
  let sequence = 0;
  parts.forEach((one, index) => {
    const timing = Buffer.alloc(6);
    timing.writeUInt16BE(Math.round(frames[index].seconds * 100), 0);
    timing.writeUInt16BE(100, 2);
    const size = [header.readUInt32BE(0), header.readUInt32BE(4)];
    written.push(chunk("fcTL", Buffer.concat([numbers(sequence++, ...size, 0, 0), timing])));
    for (const { type, data } of one)
      if (type === "IDAT")
        written.push(
          index ? chunk("fdAT", Buffer.concat([numbers(sequence++), data])) : chunk("IDAT", data),
        );
  });
  writeFileSync(target, Buffer.concat([...written, chunk("IEND", Buffer.alloc(0))]));
}
