import { readWorkbook, UnreadableWorkbook } from '../../src/exchange/reading/workbook.ts'

/** Reads a workbook beside the page, which goes on meanwhile; answers its rows, or why there are none. */
self.onmessage = async ({ data }: MessageEvent<Uint8Array<ArrayBuffer>>) => {
  try {
    self.postMessage({ rows: await readWorkbook(data) })
  } catch (error) {
    self.postMessage({ code: error instanceof UnreadableWorkbook ? error.code : 'workbook' })
  }
}
