import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { markdownHtml } from '../../../src/pages/markdown.ts'
import {
  assertLinear,
  cpuMillis,
  grownTexts,
  markdownPieces,
  markdownUnits,
  repeated,
} from '../../support/markdown-growth.ts'
import { runs } from '../../support/runs.ts'

test('Markdown takes a time that is linear in its length: units that took longer', () => {
  for (const one of markdownUnits.slice(0, 6)) assertLinear(JSON.stringify(one), (length) => repeated(one, length))
})

/** Every element that a text may become, as it is written. */
const elements = [
  /^<\/?(?:h[3-6]|p|blockquote|ul|ol|li|strong|em|s|code|pre|table|thead|tbody|tr|th|td|a)>$/,
  /^<(?:br|hr)>$/,
  /^<ol start="\d+">$/,
  /^<t[hd] align="(?:left|center|right)">$/,
  /^<a href="(?:https?|mailto|tel):[^"<>]*" rel="noopener noreferrer nofollow">$/,
]
const hostilePieces = [
  ...markdownPieces,
  ...'<script> </script> <b onclick= javascript: JaVaScRiPt&#58; data:text/html, tel: <javascript:a> <https://a.b>'.split(
    ' ',
  ),
  ...[
    '<img src=x onerror=y>',
    '](javascript:a)',
    '![a](https://a.b/c.png "d")',
    '|a|b|\n|:-|-:|\n|c',
    '7) ',
    '```a"b\n',
  ],
]

test('HTML of a text has no element, attribute or address beyond what it may become, whatever the text', () => {
  const text = fc.array(fc.constantFrom(...hostilePieces), { maxLength: 40 }).map((some) => some.join(''))
  fc.assert(
    fc.property(text, (one) => {
      const html = markdownHtml(one)
      for (const [tag] of html.matchAll(/<[^>]*>?/g))
        assert.ok(
          elements.some((element) => element.test(tag)),
          `${tag} in ${html}`,
        )
      assert.doesNotMatch(html.replaceAll(/<[^>]*>/g, ''), /["<>]/)
      assert.doesNotMatch(html, /&(?!(?:amp|lt|gt|quot);)/)
    }),
    { numRuns: runs(3000) },
  )
})

const cases: readonly (readonly [what: string, text: string, html: string | RegExp])[] = [
  ['headings begin at the third level and skip none', '# A\n\n#### B\n\n## C', '<h3>A</h3>\n<h4>B</h4>\n<h4>C</h4>\n'],
  ['a line ends where its writer ended it', 'a\nb', '<p>a<br>\nb</p>\n'],
  ['HTML is shown as it is written', '<b>a</b>\n\n<div>', '<p>&lt;b&gt;a&lt;/b&gt;</p>\n<p>&lt;div&gt;</p>\n'],
  ['a picture is shown as it is written', '![a *b*](https://c.d/e.png)', '<p>![a *b*](https://c.d/e.png)</p>\n'],
  ['an address that could run is none', '[a](javascript:b) <javascript:c>', '<p>a javascript:c</p>\n'],
  ['what is no whole address leads nowhere', '[a](/b) [c](d.html)', '<p>a c</p>\n'],
  [
    'addresses in a text lead there',
    'se www.a.se/b, https://c.se.',
    /<a href="https:\/\/www\.a\.se\/b"[^>]*>www\.a\.se\/b<\/a>, <a href="https:\/\/c\.se\/"[^>]*>https:\/\/c\.se<\/a>\./,
  ],
  ['what only looks like one is text', 'huset.Se bl.a. kl.10 //a.b', '<p>huset.Se bl.a. kl.10 //a.b</p>\n'],
  ['an address of e-mail is one', 'till a@b.se', /<a href="mailto:a@b\.se"/],
  ['cells have no style', '|a|\n|:-:|\n|b|', /<th align="center">a<\/th>.*<td align="center">b<\/td>/s],
]

for (const [what, text, html] of cases) {
  test(`Markdown: ${what}`, () => {
    if (typeof html === 'string') assert.equal(markdownHtml(text), html)
    else assert.match(markdownHtml(text), html)
  })
}

test('nothing of a text is left out, however deep it stands, nor is a table without end', () => {
  const shown = (text: string) => markdownHtml(text).replaceAll(/<[^>]*>/g, '')
  for (const one of ['> ', '- ', '1. ', '> - ']) assert.match(shown(`${one.repeat(40)}inmost`), /inmost/, one)
  const html = markdownHtml(grownTexts['rows of one cell below a wide heading']!(100_000))
  assert.doesNotMatch(html, /<td/)
  assert.match(markdownHtml(`|a|b|\n|-|-|\n${'|1|2|\n'.repeat(2_000)}`), /<td/)
})

test('a text of references to one long address stays as short as what is written', () => {
  const text = grownTexts['references to a long address']!(100_000)
  assert.ok(markdownHtml(text).length < 20 * text.length)
})

test('a text is rendered once, however often it is shown', () => {
  const text = repeated('- x\n', 100_000)
  const millisOf = (times: number) => {
    const began = cpuMillis()
    for (let time = 0; time < times; time++) markdownHtml(text)
    return cpuMillis() - began
  }
  const first = millisOf(1)
  assert.ok(millisOf(20) < first)
})
