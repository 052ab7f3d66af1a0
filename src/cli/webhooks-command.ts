import { type Command, InvalidArgumentError } from 'commander'
import type { ShownWebhook } from '../webhooks/registration.ts'
import { type CommandContext, commandLineName } from './command.ts'
import { listing, nameList, printable, showSecret, table } from './keys-command.ts'

const who = { who: commandLineName }
const deliveriesShown = 50

/** `gazetteer webhooks`. */
export function addWebhooks(program: Command, context: CommandContext): void {
  const webhooks = program.command('webhooks').description('register, list, ping and remove webhooks')
  addCreate(webhooks, context)
  addList(webhooks, context)
  addOfOne(webhooks, context)
  addDeliveries(webhooks, context)
}

interface CreateOptions {
  readonly key: string
  readonly types?: string[]
  readonly filter?: string
  readonly skipAfter?: number
  readonly description?: string
}

function addCreate(webhooks: Command, context: CommandContext): void {
  webhooks
    .command('create')
    .description('register a webhook and show its secret, this once')
    .argument('<url>', 'where events are sent to; https')
    .requiredOption('--key <id>', 'id of the key whose rights bound what is sent, as keys list shows it')
    .option('--types <list>', 'the types of events that are sent; all without it', nameList)
    .option('--filter <query>', 'which places are of concern, such as owner_id=1,2')
    .option('--skip-after <n>', 'after so many refusals an event becomes a dead letter', wholeNumber)
    .option('--description <text>', 'what it is for')
    .addHelpText('after', '\nThe secret alone is written to standard output. See docs/events.md.')
    .action(async (url: string, options: CreateOptions) => {
      showWebhook(await context.withBackend(({ webhooks }) => webhooks.create({ url, ...options }, who)), context)
    })
}

function addList(webhooks: Command, context: CommandContext): void {
  const list = webhooks.command('list').description('list the webhooks and how far they are, never their secrets')
  listing(list, context, ({ webhooks }) => webhooks.list(), webhookTable)
}

/** The commands that take the id of a webhook. */
function addOfOne(webhooks: Command, context: CommandContext): void {
  const { withBackend, stdout, endWith } = context
  const command = (name: string, description: string) =>
    webhooks.command(name).description(description).argument('<id>', 'id of the webhook, as webhooks list shows it')
  const printState = ({ id, state, reason }: ShownWebhook) =>
    void stdout.write(`${id} is ${state}${reason === undefined ? '' : `: ${printable(reason)}`}\n`)

  command('ping', 'send it an event that says nothing').action(async (id: string) => {
    const { status, reason } = await withBackend(({ webhooks }) => webhooks.ping(id))
    stdout.write(reason === undefined ? `delivered: the status ${status}\n` : `not delivered: ${printable(reason)}\n`)
    if (reason !== undefined) endWith(1)
  })
  command('rotate', 'give it a new secret; the former one signs too for a day').action(async (id: string) =>
    showWebhook(await withBackend(({ webhooks }) => webhooks.rotate(id, who)), context),
  )
  command('replay', 'send it everything after a revision again')
    .requiredOption('--after <revision>', '0 for everything that ever was', wholeNumber)
    .action(async (id: string, { after }: { after: number }) =>
      printState(await withBackend(({ webhooks }) => webhooks.replay(id, after, who))),
    )
  command('skip', 'make the event that it refuses a dead letter').action(async (id: string) =>
    printState(await withBackend(({ webhooks }) => webhooks.skip(id, who))),
  )
  for (const [name, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    command(name, enabled ? 'go on where it was' : 'send it nothing for now').action(async (id: string) =>
      printState(await withBackend(({ webhooks }) => webhooks.change(id, { enabled }, who))),
    )
  }
  command('remove', 'remove it, with all that was kept of it').action(async (id: string) => {
    await withBackend(({ webhooks }) => webhooks.remove(id, who))
    stdout.write(`removed ${id}\n`)
  })
}

function addDeliveries(webhooks: Command, { withBackend, stdout }: CommandContext): void {
  webhooks
    .command('deliveries')
    .description('show the last attempts')
    .argument('<id>', 'id of the webhook, as webhooks list shows it')
    .action(async (id: string) => {
      const list = await withBackend(({ webhooks }) => webhooks.deliveries(id, deliveriesShown))
      const rows = list.map(({ time, event, status, reason, answer }) => [
        `${time.slice(0, 19)}Z`,
        event,
        String(status ?? '-'),
        printable([reason, answer].filter((part) => part !== undefined).join(': ')).slice(0, 200),
      ])
      stdout.write(table([['time', 'event', 'status', 'reason'], ...rows]))
    })
}

function webhookTable(list: readonly ShownWebhook[]): string {
  const rows = list.map(({ id, url, state, behind, reason }) => [
    ...[id, printable(url), state, String(behind)],
    printable(reason ?? ''),
  ])
  return table([['id', 'url', 'state', 'behind', 'reason'], ...rows])
}

function showWebhook({ id, url, secret }: ShownWebhook & { readonly secret: string }, context: CommandContext): void {
  showSecret(`the webhook to ${printable(url)} (${id})`, secret, context)
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
