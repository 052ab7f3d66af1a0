/** When a group is complete. */
export interface GroupLimit<Item> {
  readonly items: number
  readonly weight: number
  readonly weigh: (item: Item) => number
}

/** How long a group waits for more before it goes on its way with what it has. */
const patienceMillis = 50

/**
 * Gathers what comes into groups of at most `items`; one that has reached `weight` is complete too. A source that
 * pauses is not waited for: what has come until then is a group, so that one who sends little and waits for the answer
 * gets it.
 */
export async function* groupsOf<Item>(source: AsyncIterable<Item>, limit: GroupLimit<Item>): AsyncGenerator<Item[]> {
  const iterator = source[Symbol.asyncIterator]()
  let group: Item[] = []
  let weight = 0
  let patience: Promise<'paused'> | undefined
  let next = iterator.next()
  try {
    for (;;) {
      if (group.length > 0) patience ??= pause()
      const arrived = patience === undefined ? await next : await Promise.race([next, patience])
      const ended = arrived !== 'paused' && arrived.done === true
      if (arrived !== 'paused' && !arrived.done) {
        group.push(arrived.value)
        weight += limit.weigh(arrived.value)
        next = iterator.next()
        if (group.length < limit.items && weight < limit.weight) continue
      }
      if (group.length > 0) yield group
      if (ended) return
      group = []
      weight = 0
      patience = undefined
    }
  } finally {
    // A read that nobody awaits any more may fail; whoever reads on has been told already.
    next.catch(() => undefined)
    await iterator.return?.()
  }
}

function pause(): Promise<'paused'> {
  return new Promise((resolve) => setTimeout(resolve, patienceMillis, 'paused').unref())
}

/**
 * Starts work on each item as it comes, at most `most` at a time, and gives the results in order, each as soon as it and
 * all before it are there. Rejects with the first failure.
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
        if (!arrived.done) flying.push(started(work(arrived.value)))
        continue
      }
    }
    const result = flying.shift()
    if (result !== undefined) yield await result
  }
}

/** Whoever reads the results gets the error; until then it must not count as unhandled. */
function started<Result>(result: Promise<Result>): Promise<Result> {
  result.catch(() => undefined)
  return result
}
