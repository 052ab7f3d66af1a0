import { type Command, InvalidArgumentError } from 'commander'
import { type Permission, permissions, type ShownKey } from '../access/access.ts'
import type { NewKey } from '../access/secret.ts'
import { parseRate } from '../config.ts'
import { splitList } from '../exchange/understanding/cell-text.ts'
import { parseInstant } from '../place/dates.ts'
import type { Instant } from '../place/place.ts'
import { limits } from '../place/schema.ts'
import { canonicalText } from '../place/text.ts'
import { type Backend, type CommandContext, CommandError, type MadeKey } from './command.ts'

/** `gazetteer keys`. */
export function addKeys(program: Command, context: CommandContext): void {
  const keys = program.command('keys').description('make, list, rotate and revoke API keys')
  addCreate(keys, context)
  addList(keys, context)
  addRotate(keys, context)
  addRevoke(keys, context)
}

interface CreateOptions {
  readonly permissions: readonly Permission[]
  readonly owners?: readonly string[]
  readonly actsAs?: string
  readonly rateLimit?: string
  readonly expires?: Instant
}

function addCreate(keys: Command, context: CommandContext): void {
  keys
    .command('create')
    .description('make a key and show its secret, this once')
    .argument('<name>', 'what the key is for')
    .requiredOption(
      '--permissions <list>',
      `of ${permissions.join(', ')}; admin includes all others; read includes read-published; read-restricted includes read-media`,
      permissionList,
    )
    .option('--owners <ids>', 'the only owners whose places the key may write', nameList)
    .option('--acts-as <name>', 'the one name that its changes carry, which they may leave out', nameOfChanges)
    .option('--rate-limit <rate>', 'how often it may call, such as 600/min, instead of RATE_LIMIT', rate)
    .option('--expires <time>', 'from when it is no longer valid: 2027-01-31 or 2027-01-31T12:00Z', instant)
    .addHelpText(
      'after',
      `
The secret alone is written to standard output.

Examples:
  npx gazetteer keys create website --permissions read-published,read-media
  npx gazetteer keys create editor --permissions read,create,update --owners forsamling-1,forsamling-2`,
    )
    .action(async (name: string, options: CreateOptions) => {
      const key = newKey(name, options, context.clock())
      showKey(await context.withBackend((backend) => backend.createKey(key), 'any'), context)
    })
}

function addList(keys: Command, context: CommandContext): void {
  const list = keys.command('list').description('list the keys, never their secrets')
  listing(list, context, (backend) => backend.listKeys(), keyTable)
}

function addRotate(keys: Command, context: CommandContext): void {
  keys
    .command('rotate')
    .description('give a key a new secret; the former one stops working at once')
    .argument('<id>', 'id of the key, as keys list shows it')
    .addHelpText('after', '\nTo let both work for a while, make another key instead and revoke this one later.')
    .action(async (id: string) => {
      showKey(await context.withBackend((backend) => backend.rotateKey(id)), context)
    })
}

function addRevoke(keys: Command, { withBackend, stdout }: CommandContext): void {
  keys
    .command('revoke')
    .description('make a key invalid, at once and for good')
    .argument('<id>', 'id of the key, as keys list shows it')
    .action(async (id: string) => {
      await withBackend((backend) => backend.revokeKey(id))
      stdout.write(`revoked ${id}\n`)
    })
}

/**
 * Returns the key that the options describe; throws a CommandError for faults that the options' own parsers cannot
 * find.
 */
function newKey(name: string, options: CreateOptions, now: Instant): NewKey {
  const { permissions: given, owners, actsAs, rateLimit, expires } = options
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > limits.name) {
    throw new CommandError(`the name of a key must have 1 to ${limits.name} characters, got ${trimmed.length}`)
  }
  if (owners !== undefined && given.includes('admin')) {
    throw new CommandError('a key with admin may write for every owner: leave out --owners or admin')
  }
  if (expires !== undefined && expires <= now) throw new CommandError('--expires must be a moment to come')
  return {
    name: trimmed,
    permissions: given,
    ...(owners && { owners }),
    ...(actsAs !== undefined && { actsAs }),
    ...(rateLimit !== undefined && { rateLimit }),
    ...(expires !== undefined && { expires }),
  }
}

function permissionList(text: string): Permission[] {
  const list = nameList(text)
  const unknown = list.filter((each) => !permissions.includes(each as Permission))
  if (unknown.length > 0)
    throw new InvalidArgumentError(`It takes ${permissions.join(', ')}, not ${unknown.join(', ')}.`)
  return list as Permission[]
}

/** Splits a list of names at its commas; returns each name once. */
export function nameList(text: string): string[] {
  const names = new Set(splitList(text, ','))
  if (names.size === 0) throw new InvalidArgumentError('Name at least one.')
  return [...names]
}

function instant(text: string): Instant {
  const parsed = parseInstant(text)
  if (parsed === undefined) throw new InvalidArgumentError('Write it as 2027-01-31 or 2027-01-31T12:00Z.')
  return parsed
}

/** Returns the name in the form in which bodies take it (D19). */
function nameOfChanges(text: string): string {
  const name = canonicalText(text)
  if (name === '' || name.length > limits.string) {
    throw new InvalidArgumentError(`It must have 1 to ${limits.string} characters.`)
  }
  return name
}

function rate(text: string): string {
  if (!parseRate(text)) throw new InvalidArgumentError('Write it as 600/min; s, min and h are known.')
  return text
}

function showKey({ id, name, key }: MadeKey, context: CommandContext): void {
  showSecret(`the key '${name}' (${id})`, key, context)
}

/** Writes only the secret to standard output. */
export function showSecret(of: string, secret: string, { stdout, stderr }: CommandContext): void {
  stderr.write(`The secret of ${of}, which is shown this once:\n`)
  stdout.write(`${secret}\n`)
}

/** Completes a command that lists: as a table, or as JSON. */
export function listing<Item>(
  command: Command,
  { withBackend, stdout }: CommandContext,
  read: (backend: Backend) => Promise<readonly Item[]>,
  tableOf: (list: readonly Item[]) => string,
): void {
  command.option('--json', 'as JSON', false).action(async ({ json }: { json: boolean }) => {
    const list = await withBackend(read)
    stdout.write(json ? `${JSON.stringify(list, null, 2)}\n` : tableOf(list))
  })
}

function keyTable(keys: readonly ShownKey[]): string {
  const heading = ['id', 'name', 'permissions', 'owners', 'acts as', 'rate limit', 'created', 'expires']
  const rows = keys.map((key) => [
    key.id,
    printable(key.name),
    key.permissions.join(','),
    printable(key.owners?.join(',') ?? 'all'),
    printable(key.actsAs ?? '-'),
    key.rateLimit ?? '-',
    key.created.slice(0, 10),
    key.expires === undefined ? 'never' : `${key.expires.slice(0, 16)}Z`,
  ])
  return table([heading, ...rows])
}

/** Formats rows of cells in columns, the heading first. */
export function table(all: readonly (readonly string[])[]): string {
  const [heading = []] = all
  const widths = heading.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')
  return all.map((row) => `${line(row).trimEnd()}\n`).join('')
}

/** Replaces characters of a name that could drive a terminal. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, '?')
}
