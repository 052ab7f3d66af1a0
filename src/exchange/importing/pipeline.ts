/** The limits of a group. */
export interface GroupLimit<Item> {
  readonly items: number
  readonly weight: number
  readonly weigh: (item: Item) => number
  /** Longest wait for more items before an incomplete group is passed on; absent: barely noticeable. */
  readonly patienceMillis?: number
}

const usualPatienceMillis = 50

/** Items in batches, since awaiting each one costs as much as parsing it. */
export type Batches<Item> = AsyncIterable<readonly Item[]>

/**
 * Groups items, at most `items` per group; a group is also complete when it reaches `weight`. When the source pauses,
 * the items received so far become a group, so that a client that sends few and awaits the answer gets it.
 */
export async function* groupsOf<Item>(source: Batches<Item>, limit: GroupLimit<Item>): AsyncGenerator<Item[]> {
  const iterator = source[Symbol.asyncIterator]()
  let group: Item[] = []
  let weight = 0
  let patience: Promise<'paused'> | undefined
  const taken = () => {
    const whole = group
    group = []
    weight = 0
    patience = undefined
    return whole
  }
  const read = () => {
    const reading = iterator.next()
    // It may fail before it is awaited, while the consumer is slow or after it has left.
    reading.catch(() => undefined)
    return reading
  }
  let next = read()
  try {
    for (;;) {
      if (group.length > 0) patience ??= pause(limit.patienceMillis ?? usualPatienceMillis)
      const arrived = patience === undefined ? await next : await Promise.race([next, patience])
      if (arrived === 'paused' || arrived.done) {
        if (group.length > 0) yield taken()
        if (arrived !== 'paused') return
        continue
      }
      next = read()
      for (const item of arrived.value) {
        group.push(item)
        weight += limit.weigh(item)
        if (group.length >= limit.items || weight >= limit.weight) yield taken()
      }
    }
  } finally {
    await iterator.return?.()
  }
}

function pause(millis: number): Promise<'paused'> {
  return new Promise((resolve) => setTimeout(resolve, millis, 'paused').unref())
}

/**
 * Starts work on each item as it arrives, at most `most` at a time, and yields the results in order, as early as
 * possible. Rejects with the first failure.
 */
export async function* inFlight<Item, Result>(
  items: AsyncIterable<Item>,
  most: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const iterator = items[Symbol.asyncIterator]()
  const flying: Promise<Result>[] = []
  let next: Promise<IteratorResult<Item>> | undefined
  let ended = false
  while (!ended || flying.length > 0) {
    if (!ended && flying.length < most) {
      next ??= iterator.next()
      const first = flying[0]?.then(() => undefined)
      const arrived = await (first === undefined ? next : Promise.race([next, first]))
      if (arrived !== undefined) {
        next = undefined
        ended = arrived.done === true
        if (arrived.done) continue
        const result = work(arrived.value)
        // The consumer of the results gets the error; until then it must not count as unhandled.
        result.catch(() => undefined)
        flying.push(result)
        continue
      }
    }
    const result = flying.shift()
    if (result !== undefined) yield await result
  }
}

const pieceCharacters = 64 * 1024

/** Joins short texts into pieces that are worth one write each. */
export async function* joinedTexts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < pieceCharacters) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** Yields the first items of some batches; `keep` sees them before. */
export async function* taken<Item>(
  batches: Batches<Item>,
  most: number,
  keep: (items: readonly Item[]) => readonly Item[],
): AsyncGenerator<readonly Item[]> {
  let rest = most
  if (rest === 0) return
  for await (const items of batches) {
    yield keep(items.slice(0, rest))
    rest -= items.length
    if (rest <= 0) return
  }
}
