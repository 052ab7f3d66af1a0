import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Answer } from './answer.ts'
import { etagOf } from './caching.ts'
import { escaped, renderMarkdown } from './markdown.ts'
import { pageHeaders } from './page-headers.ts'
import { type Route, route } from './route.ts'

const folder = new URL('../../docs/', import.meta.url)

const style = [
  ':root{color-scheme:light dark}',
  'body{font:16px/1.6 system-ui,sans-serif;max-width:56rem;margin:0 auto;padding:1.5rem 1rem 4rem}',
  'nav{font-size:.9rem;border-bottom:1px solid #8885;padding-bottom:.75rem;margin-bottom:1.5rem}',
  'nav a{margin-right:.9rem;white-space:nowrap}nav a[aria-current]{color:inherit;text-decoration:none;font-weight:600}',
  'h1,h2,h3{line-height:1.25;margin-top:2rem}',
  'pre,code{font-family:ui-monospace,monospace;font-size:.9em}',
  'pre{background:#8881;padding:.75rem 1rem;border-radius:.4rem;overflow-x:auto}',
  'code{background:#8881;border-radius:.2rem;padding:.05em .25em;overflow-wrap:anywhere}pre code{background:none;padding:0}',
  'table{border-collapse:collapse;display:block;overflow-x:auto}',
  'td:first-child code{white-space:nowrap}',
  'td,th{border:1px solid #8885;padding:.35rem .6rem;text-align:left;vertical-align:top}',
].join('')

const policy = { 'style-src': `'sha256-${hash('sha256', style, 'base64')}'` }

/** docs/*.md as pages at /docs/<name>, open to all: who calls a service of somebody else does not have its files. */
export function documentPages(): Route[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .sort()
  return names.map((name) => {
    const summary = `The document ${name}`
    let page: Answer | undefined
    return route({
      method: 'GET',
      path: `/docs/${name}`,
      needs: 'nothing',
      rootOnly: true,
      parameters: {},
      doc: { tag: 'Documentation', summary, success: [{ status: 200, description: summary }], hidden: true },
      handle() {
        page ??= pageOf(name, names)
        return page
      },
    })
  })
}

function pageOf(name: string, names: readonly string[]): Answer {
  const markdown = readFileSync(new URL(`${name}.md`, folder), 'utf8')
  const title = escaped(/^# (.*)/m.exec(markdown)?.[1] ?? name)
  const nav = ['<a href="./">Reference</a>', ...names.map((other) => linkTo(other, other === name))].join(' ')
  const body = Buffer.from(
    [
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
      `<title>${title} – Gazetteer</title><style>${style}</style>`,
      `<nav>${nav}</nav>`,
      `<main>${renderMarkdown(markdown, names)}</main></html>`,
    ].join('\n'),
  )
  return { status: 200, headers: pageHeaders(policy), body, etag: etagOf(body) }
}

function linkTo(name: string, isHere: boolean): string {
  const text = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
  return `<a href="${name}"${isHere ? ' aria-current="page"' : ''}>${text}</a>`
}
