import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chartFiles } from '../../bench/peers/charts/charts.ts'
import type { Comparison } from '../../bench/peers/measure.ts'
import type { SystemResult } from '../../bench/peers/result.ts'

const questions = ['by id', 'first page', 'one filter', 'q, one word', 'nearby, type, q', '95 % reads, 5 % patches']

/** A system that needs so many times the processor time of the service. */
function resultOf(system: string, places: number, times: number): SystemResult {
  const block = (cpuMicroseconds: number) => ({ requests: 1, requestsPerSecond: 1, cpuMicroseconds, others: 0 })
  const comparisons = questions.map((question, number): Comparison => {
    const cpu = 20 * (number + 1) * Math.log10(places)
    const common = { question, mode: 'distinct', measured: '2026-11-21T10:00:00.000Z', connections: 16 } as const
    return { ...common, others: 0, own: [block(cpu)], peer: [block(cpu * times)] }
  })
  return { system, about: system, machine: 'a machine', places, seed: 1, comparisons, left: [] }
}

const results = [
  resultOf('postgres', 100_000, 0.4),
  resultOf('sqlite', 100_000, 3_000),
  resultOf('postgres', 10_000, 12),
  resultOf('sqlite', 10_000, 40),
]

test('charts show every question and mark, all within the drawing', () => {
  const charts = chartFiles(results)
  assert.deepEqual(
    charts.map(({ file }) => file),
    ['cpu.svg', 'growth.svg'],
  )
  for (const { file, alt, draw } of charts) {
    const drawing = draw()
    const [, width = 0, height = 0] = (/viewBox="0 0 (\d+) (\d+)"/.exec(drawing) ?? []).map(Number)
    assert.doesNotMatch(drawing, /NaN|Infinity|undefined/, file)
    assert.ok(alt.length > 20)
    for (const [, x, y] of drawing.matchAll(
      /(?: x| cx| x1|<path d="M| x2)="?([-\d.]+)"? (?:y|cy|y1|y2)?="?([-\d.]+)/g,
    )) {
      assert.ok(Number(x) >= 0 && Number(x) <= width && Number(y) >= 0 && Number(y) <= height, `${file}: ${x}, ${y}`)
    }
  }
  const [cpu = ''] = charts.map(({ draw }) => draw())
  for (const question of questions) assert.ok(cpu.includes(`>${question}</text>`), question)
  assert.equal(cpu.match(/<title>(?:PostgreSQL \+ PostGIS|SQLite), /g)?.length, 2 * questions.length)
})

test('a system has the same colour and shape in every chart, and no other has them', () => {
  const looks = new Map<string, Set<string>>()
  for (const { draw } of chartFiles(results)) {
    for (const [, ink = '', name = ''] of draw().matchAll(
      /class="mark ([^"]+)"><title>(Gazetteer|PostgreSQL|SQLite)/g,
    )) {
      looks.set(name, (looks.get(name) ?? new Set()).add(ink))
    }
  }
  assert.deepEqual([...looks.keys()].toSorted(), ['Gazetteer', 'PostgreSQL', 'SQLite'])
  const inks = [...looks.values()].map((found) => [...found].join())
  assert.equal(new Set(inks).size, looks.size)
  assert.ok(
    inks.every((ink) => /^ink-\d$/.test(ink)),
    inks.join('; '),
  )
})

test('labels are not cut off: none is longer than the room that it has', () => {
  const charWidth = 8
  for (const { file, draw } of chartFiles(results)) {
    const drawing = draw()
    const width = Number(/viewBox="0 0 (\d+)/.exec(drawing)?.[1])
    for (const [, x, attributes = '', says = ''] of drawing.matchAll(
      /<text x="([\d.]+)" y="[\d.]+"([^>]*)>([^<]*)</g,
    )) {
      const room = attributes.includes('"end"')
        ? Number(x)
        : attributes.includes('"middle"')
          ? 2 * Number(x)
          : width - Number(x)
      assert.ok(says.length * (attributes.includes('soft') ? charWidth * 0.8 : charWidth) <= room, `${file}: ${says}`)
    }
  }
})

test('charts bring colours for light and for dark, and nothing is drawn of too few results', () => {
  for (const { draw } of chartFiles(results)) assert.match(draw(), /prefers-color-scheme: dark/)
  assert.deepEqual(chartFiles([]), [])
  assert.deepEqual(
    chartFiles(results.slice(0, 1)).map(({ file }) => file),
    ['cpu.svg'],
  )
})
