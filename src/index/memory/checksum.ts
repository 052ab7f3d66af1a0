import { crc32 } from 'node:zlib'
import type { ByteSink } from './pieces.ts'

/** Keeps of what is written nothing but its CRC-32 (RFC 1952, section 8). */
export class Checksum implements ByteSink {
  value = 0

  writeByte(value: number): void {
    this.value = crc32(Uint8Array.of(value), this.value)
  }

  writeText(text: string): void {
    this.value = crc32(text, this.value)
  }

  writeBytes(source: Buffer, start: number, end: number): void {
    this.value = crc32(source.subarray(start, end), this.value)
  }
}
