import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { type Command, CommanderError } from 'commander'
import type { CommandContext } from '../../src/cli/command.ts'
import { buildCommandLine } from '../../src/cli/command-line.ts'
import { createModel } from '../../src/place/model.ts'
import { searchParameters } from '../../src/query/parse/search-parameters.ts'
import { accepted, type Client, client, type PageAnswer } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'

const root = resolve(import.meta.dirname, '../..')
/** The documents as people read them: their code spans, and their blocks. */
const documents = ['README.md', ...globSync('docs/*.md', { cwd: root }), 'deploy/README.md'].map((file) => {
  const text = readFileSync(resolve(root, file), 'utf8')
  const blocks = [...text.matchAll(/^```\w*\n(.*?)^```/gms)].map(([, code = '']) => code)
  const spans = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)
  return { file, blocks, spans }
})
/** Those whose examples are of the demo: the rules have their own, and fields of own place types are nobody else's. */
const used = documents.filter(({ file }) => !/rules|place-types/.test(file))
const parameters = new Set(searchParameters(createModel()).map(({ name }) => name))

let service: TestService
let admin: Client
before(async () => {
  service = await startService({ demo: true })
  admin = client(service.url, service.adminKey)
})
after(() => service.close())

/** What is wrong with the answer to an address of the documents; undefined where it finds something. */
async function faultOf(address: string): Promise<string | undefined> {
  const { status, text, body } = await admin.get<PageAnswer>(address)
  if (status !== 200) return `${address}: ${status} ${text.slice(0, 300)}`
  const { Results, TotalHits } = body ?? {}
  // A page of the feed may be empty, and goes on.
  const isFound = TotalHits !== 0 && (Results?.length !== 0 || /limit=0|\/changes/.test(address))
  // Suggestions may have only the search that the text was understood as.
  const isEmpty = !isFound && !text.includes('"Search":')
  return isEmpty ? `${address} finds nothing` : undefined
}

/** A query as people write it, percent-encoded. */
function encoded(query: string): string {
  return query
    .split('&')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return `${name}=${encodeURIComponent(decodeURIComponent(value.join('=')))}`
    })
    .join('&')
}

/** What stands alone in a sentence, and is only used with something else. */
const companions: Readonly<Record<string, string>> = {
  'expand=distance': '&nearby=17.64,59.86',
  nearbyRadius: '&nearby=17.64,59.86',
  'orderby=distance': '&nearby=17.64,59.86',
  'orderby=relevance': '&q=kyrka',
  'limit=all': '&format=ndjson',
}

test('every filter and parameter that the documents write finds something in the demo', async () => {
  const faults = []
  let count = 0
  for (const { spans } of used) {
    for (const span of spans) {
      const name = /^(\w+)=/.exec(span)?.[1] ?? ''
      if (!parameters.has(name.toLowerCase()) || /[<…]|\w=$/.test(span.replace('description=', ''))) continue
      const companion = companions[span] ?? companions[name] ?? ''
      faults.push(await faultOf(`/v4/place?${encoded(span)}${companion}`))
      count++
    }
  }
  assert.deepEqual(
    faults.filter((fault) => fault !== undefined),
    [],
  )
  assert.ok(count > 30, `${count} were tried`)
})

test('every address that the documents write is answered in the demo', async () => {
  const { Results } = accepted(await admin.get<PageAnswer>('/v4/place?limit=1'))
  const { id = '', slug = '' } = Results[0] ?? {}
  const faults = []
  let count = 0
  for (const { blocks, spans } of used) {
    const written = spans.map((span) => /^GET (\/.*)/.exec(span)?.[1] ?? '')
    for (const block of blocks) {
      const lines = block.replaceAll(/\\\n\s*/g, '').split('\n')
      for (const line of lines.filter((line) => !/ -X /.test(line))) {
        const data = [...line.matchAll(/--data-urlencode '([^']+)'/g)].map(([, pair = '']) => pair)
        const address = /^(\/v4\/\S+)/.exec(line)?.[1] ?? /localhost:8080(\/v4\/[^\s']+)/.exec(line)?.[1]
        if (address !== undefined) written.push(data.length > 0 ? `${address}?${data.join('&')}` : address)
      }
    }
    for (const address of written.filter((one) => one !== '')) {
      const path = address
        .replace('<revision>', '0')
        .replaceAll('<slug>', slug)
        .replaceAll(/(?<=^\/place\/)<[^>]*id>/g, id)
      if (/[<…{]/.test(path)) continue
      const [place = '', query] = path.split('?')
      const version = /^\/(?:v4|openapi|docs|health|metrics)/.test(place) ? '' : '/v4'
      faults.push(await faultOf(`${version}${place}${query === undefined ? '' : `?${encoded(query)}`}`))
      count++
    }
  }
  assert.deepEqual(
    faults.filter((fault) => fault !== undefined),
    [],
  )
  assert.ok(count > 10, `${count} were tried`)
})

test('the answers that the documents show are those of the demo', async () => {
  const filters = documents.find(({ file }) => file === 'docs/filters.md')?.blocks ?? []
  const shown = filters.filter((block) => /"TotalHits": \d{2}|"count"/.test(block))
  assert.equal(shown.length, 3)
  const [facets, suggestions, similar] = await Promise.all(
    [
      '/v4/place?limit=0&facets=is,owner_id,placedetails_hastoilet',
      '/v4/place/suggest?q=norrt',
      '/v4/place?q=skogskirkan&similar=true',
    ].map(async (path) => (await admin.get(path)).text),
  )
  const counts = []
  for (const [index, answer] of [facets, suggestions, similar].entries()) {
    // Each object, and each member beside lists, as they stand in an answer: without what is left out.
    const pieces = [
      ...shown[index]!.matchAll(/\{ ("(?:value|type)[^}]*?)\}|("TotalHits": \d+)|("Similar": \{[^}]*\})/g),
    ]
    counts.push(pieces.length)
    for (const [, object, ...members] of pieces) {
      const text = (object ?? members.find((one) => one !== undefined) ?? '').replace(/, "id": "01a…"/, '').trim()
      assert.ok(
        answer?.includes(text.replaceAll(/([:,{]) /g, '$1').replaceAll(/ ([}])/g, '$1')),
        `${text} in ${answer?.slice(0, 900)}`,
      )
    }
  }
  // As many as stand there: a pattern that fits none of them would prove nothing.
  const written = shown.map((block) => block.match(/"value":|"type":|"TotalHits":|"Similar":/g)?.length)
  assert.deepEqual(counts, written)
  const [example = ''] = documents[0]?.blocks.filter((block) => block.includes('"TotalHits"')) ?? []
  const path = '/v4/place?is=ChurchAndChapel&nearby=17.64,59.86&nearbyRadius=20000&expand=distance&limit=1'
  const { TotalHits, Results } = accepted(await admin.get<PageAnswer>(path))
  assert.ok(
    example.includes(`"TotalHits": ${TotalHits},`) && example.includes(`"distance": ${Results[0]?.distance} `),
    example,
  )
})

test('commands are written as they can be pasted', () => {
  for (const { file, blocks, spans } of documents) {
    for (const text of [...blocks, ...spans]) assert.doesNotMatch(text, /(?:^|\n|[|&;] )gazetteer [a-z]/, file)
  }
})

/** The arguments of each command of a text, with values for those that it leaves open. */
function commandsIn(text: string): string[][] {
  const lines = [...text.replaceAll(/\\\n\s*/g, '').matchAll(/npx gazetteer(.*)/g)].map(([, line = '']) => line)
  return lines.map((line) =>
    line
      .replace(/\s(?:#|\||>|&&|;)\s.*|`.*|'\).*/, '')
      .replaceAll(/<[^>]*>|\$\([^)]*\)/g, 'X')
      .replaceAll(/,?…|[[\]]|\|\w+/g, '')
      .replace('DATE', '2030-01-01')
      .split(/\s+/)
      .filter((word) => word !== ''),
  )
}

/** Returns the fault of a command that the command line would not take; undefined if it would. */
function commandFault(args: readonly string[]): string | undefined {
  const program = buildCommandLine({ version: '0' } as CommandContext)
  const quiet = (command: Command) => {
    command.exitOverride().configureOutput({ writeOut() {}, writeErr() {} })
    if (command.commands.length === 0) command.action(() => {})
    command.commands.forEach(quiet)
  }
  quiet(program)
  try {
    program.parse(args, { from: 'user' })
    return undefined
  } catch (error) {
    assert.ok(error instanceof CommanderError, String(error))
    // A sentence may name a command without its arguments.
    const isName = args.length === 1 && error.code === 'commander.missingArgument'
    return error.exitCode === 0 || isName ? undefined : error.message
  }
}

test('commands of the documents and of the help are those of the command line', () => {
  const help = globSync('src/cli/*.ts', { cwd: root }).map((file) => readFileSync(resolve(root, file), 'utf8'))
  const texts = [...documents.flatMap(({ blocks, spans }) => [...blocks, ...spans]), ...help]
  const commands = texts.flatMap(commandsIn).filter(([name = 'X']) => name !== 'X')
  assert.ok(commands.length > 25, String(commands.length))
  const faults = commands.flatMap((args) => {
    const fault = commandFault(args)
    return fault === undefined ? [] : [`${args.join(' ')}: ${fault}`]
  })
  assert.deepEqual(faults, [])
  for (const args of [
    ['exprot'],
    ['keys', 'crate', 'a'],
    ['export', '--frce'],
    ['keys', 'create'],
    ['purge', 'a', 'b'],
  ])
    assert.notEqual(commandFault(args), undefined, args.join(' '))
})

test('the demo has invented municipalities, which say that they are', async () => {
  const query = 'is=*&include=non-published&limit=0&facets=geolocationinfo_municipality'
  const { TotalHits } = accepted(await admin.get<PageAnswer>(`/v4/place?${query}`))
  const of = await admin.get<PageAnswer>(
    '/v4/place?is=*&include=non-published&limit=0&geolocationinfo_municipality=~demo',
  )
  assert.equal(accepted(of).TotalHits, TotalHits)
  const uppsala = await admin.get<PageAnswer>('/v4/place?geolocationinfo_municipality=Uppsala (demo)&limit=1')
  assert.ok(accepted(uppsala).TotalHits > 5)
})
