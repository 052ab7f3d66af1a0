import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Fonts and pictures are compressed already. */
const compressible = /\.(js|mjs|css|json|svg|md)$/

/** Writes beside each file of the folder its brotli and gzip forms, so that the service never compresses them. */
export function compressFiles(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => compressible.test(name))) {
    const bytes = readFileSync(join(folder, name))
    // Above 9 brotli takes ten times as long for a few percent.
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    const gzip = gzipSync(bytes, { level: 9 })
    if (brotli.length < bytes.length) writeFileSync(join(folder, `${name}.br`), brotli)
    if (gzip.length < bytes.length) writeFileSync(join(folder, `${name}.gz`), gzip)
  }
}
