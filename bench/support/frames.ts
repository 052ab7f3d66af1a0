import { readFileSync, writeFileSync } from 'node:fs'

/** Writes byte strings into a file: a 4-byte little-endian length and the bytes, again and again. */
export function writeFrames(file: string, frames: readonly Buffer[]): void {
  const parts = frames.flatMap((frame) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(frame.length)
    return [length, frame]
  })
  writeFileSync(file, Buffer.concat(parts))
}

/** The byte strings of a file that `writeFrames` wrote, as views of one buffer. */
export function readFrames(file: string): Buffer[] {
  const bytes = readFileSync(file)
  const frames: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32LE(at)
    frames.push(bytes.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return frames
}
