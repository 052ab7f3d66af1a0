/** Texts that keep a browser busy, or break what reads them, when they are taken for Markdown. */
export const endless: Readonly<Record<string, string>> = {
  quotes: '>'.repeat(20_000),
  lists: `${'- '.repeat(10_000)}x`,
  numbers: '1. '.repeat(6_000),
  gap: `a${' '.repeat(20_000)}b`,
  table: `${'|a'.repeat(150)}\n${'|-'.repeat(150)}\n${'x\n'.repeat(10_000)}`,
}
