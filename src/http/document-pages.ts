import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { Marked, type Tokens } from 'marked'
import type { Answer } from './answer.ts'
import { pageHeaders } from './page-headers.ts'
import { type Route, route } from './route.ts'

const folder = new URL('../../docs/', import.meta.url)

const style = [
  ':root{color-scheme:light dark}',
  'body{font:16px/1.6 system-ui,sans-serif;max-width:56rem;margin:0 auto;padding:1.5rem 1rem 4rem}',
  'nav{font-size:.9rem;border-bottom:1px solid #8885;padding-bottom:.75rem;margin-bottom:1.5rem}',
  'nav a{margin-right:.9rem;white-space:nowrap}',
  'h1,h2,h3{line-height:1.25;margin-top:2rem}',
  'pre,code{font-family:ui-monospace,monospace;font-size:.9em}',
  'pre{background:#8881;padding:.75rem 1rem;border-radius:.4rem;overflow-x:auto}',
  'code{background:#8881;border-radius:.2rem;padding:.05em .25em;overflow-wrap:anywhere}pre code{background:none;padding:0}',
  'table{border-collapse:collapse;display:block;overflow-x:auto}',
  'td,th{border:1px solid #8885;padding:.35rem .6rem;text-align:left;vertical-align:top}',
].join('')

/** docs/*.md as pages at /docs/<name>, open to all: who calls a service of somebody else does not have its files. */
export function documentPages(): Route[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .sort()
  return names.map((name) => {
    const answer = pageOf(name, names)
    const summary = `The document ${name}`
    return route({
      method: 'GET',
      path: `/docs/${name}`,
      needs: 'nothing',
      rootOnly: true,
      parameters: {},
      doc: { tag: 'Documentation', summary, success: [{ status: 200, description: summary }], hidden: true },
      handle: () => answer,
    })
  })
}

function pageOf(name: string, names: readonly string[]): Answer {
  const markdown = linked(readFileSync(new URL(`${name}.md`, folder), 'utf8'), names)
  const title = /^# (.*)/m.exec(markdown)?.[1] ?? name
  const links = [{ address: './', text: 'Reference' }, ...names.map((other) => ({ address: other, text: other }))]
  const nav = links.map(({ address, text }) => `<a href="${address}">${text}</a>`).join(' ')
  return {
    status: 200,
    headers: pageHeaders({ style: `'sha256-${hash('sha256', style, 'base64')}'`, script: "'none'" }),
    body: [
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
      `<title>${title} – Gazetteer</title><style>${style}</style>`,
      `<nav>${nav}</nav><main>${renderer().parse(markdown, { async: false })}</main></html>`,
    ].join('\n'),
  }
}

/** The documents name one another as files. */
function linked(markdown: string, names: readonly string[]): string {
  return markdown.replaceAll(/(?<![\w/([`])(?:docs\/)?([a-z-]+)\.md\b/g, (file, name: string) =>
    names.includes(name) ? `[${name}](${name})` : file,
  )
}

/** With an anchor at each heading, so that the `type` of a problem leads to its section. */
function renderer(): Marked {
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const anchor = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        return `<h${depth} id="${anchor}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
    },
  })
}
