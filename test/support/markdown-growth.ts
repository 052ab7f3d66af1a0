import assert from 'node:assert/strict'
import { markdownHtml } from '../../src/pages/markdown.ts'

/** Pieces of Markdown that, repeated, took renderers a time beyond that of their length. */
export const markdownUnits = [
  ...['a-_', '**_a* ', '_a__b', 'a_', 'www.a.b.,', '['],
  ...['*a_', 'a**b', '~~a', '***&#', 'www.a.b', 'http://', 'https://a.b/c ', 'a@b.c ', 'a@', 'a.'],
  ...['![', '[a](', '[a](b "', '[a](<', '[a][', '![~~~', '&#![', '[__; ', '[^a]'],
  ...['`a', '``a`', '<a', '<!--', '<a b="', '&', '\\'],
  ...['>', '> ', '- ', '1. ', '- x\n', '# x\n', 'a\n=\n', 'x\n\n', 'x\n', '[a]: b\n', '|a', 'a  \n', '\t'],
] as const

/** A text of this length that is the unit again and again. */
export function repeated(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
}

/** Texts of this length that are no repetition, and took renderers as long. */
export const grownTexts: Readonly<Record<string, (length: number) => string>> = {
  'quotes in quotes': (length) => repeated(`${'> '.repeat(500)}a\n${'a\n'.repeat(100)}`, length),
  'lines below a thousand quotes': (length) =>
    repeated(`${'> '.repeat(1000)}a\n`, 2002) + repeated('a\n', length - 2002),
  'lists in lists': (length) =>
    repeated(Array.from({ length: 60 }, (_, depth) => `${'  '.repeat(depth)}- a\n`).join(''), length),
  'backticks, ever more of them': (length) =>
    repeated(Array.from({ length: 200 }, (_, count) => `${'`'.repeat(count + 1)}a `).join(''), length),
  'brackets in brackets': (length) => repeated('[', length / 2) + repeated(']', length / 2),
  'a gap': (length) => `a${' '.repeat(length - 2)}b`,
  'rows of one cell below a wide heading': (length) =>
    `${'|a'.repeat(150)}\n${'|-'.repeat(150)}\n${repeated('x\n', length - 602)}`,
  'a table': (length) => `|a|b|\n|-|-|\n${repeated('|1|2|\n', length - 12)}`,
  'references to a long address': (length) =>
    `[a]: b${repeated('c', length / 2)}\n\n${repeated('[a] ![a] ', length / 2)}`,
}

/** The pieces of which other units are generated. */
export const markdownPieces = [
  ...'a é 字 _ __ * ** *** ~~ ` `` ``` ~~~ [ ![ ]( ][ ] ( ) [] [^a] < </ <a > <!-- --> <? <![CDATA['.split(' '),
  ...'& &amp; &# \\ | |- : " \' { } http:// www.a.b a@b.c ftp:// mailto: xn-- // @ ., ; ! ? % ='.split(' '),
  ...[' ', '  ', '\t', '\n', '\n\n', '\n    ', '- ', '+ ', '1. ', '# ', '> ', '-|\n', '===\n', '---\n', '[a]: b\n'],
]

const lengths = [25_000, 50_000, 100_000] as const
/** Each length is rendered so often that all take as many characters. */
const charactersInAll = 400_000
/** Of each doubling. */
const ratioMax = 2.5
/** What is shorter than two ticks of the clock of a thread tells nothing. */
const uncertainMillis = 8
const triesMax = 8
/** A hundred times what it takes; longer is not waited for. */
const millisMax = 20_000

/** CPU time of this thread, which others on the machine do not make longer. */
export function cpuMillis(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let asked = 0
/** Every text is another one, since HTML is kept. */
function render(text: string): void {
  markdownHtml(`${text}\n\n${asked++}`)
}

function millisOf(text: string): number {
  const began = cpuMillis()
  for (let left = charactersInAll; left > 0; left -= text.length) {
    render(text)
    if (cpuMillis() - began > millisMax) assert.fail(`${text.length} characters take more than ${millisMax} ms`)
  }
  return cpuMillis() - began
}

/** @throws where the time for a text is not linear in its length, in any of the tries. */
export function assertLinear(name: string, make: (length: number) => string): void {
  const texts = lengths.map(make)
  let millis: number[] = []
  for (let tries = 0; tries < triesMax; tries++) {
    millis = texts.map(millisOf)
    if (millis.every((one, at) => at === 0 || one <= (ratioMax / 2) * millis[at - 1]! + uncertainMillis)) return
  }
  assert.fail(`${name}: ${millis.join(', ')} ms for ${charactersInAll} characters at ${lengths.join(', ')} each`)
}
