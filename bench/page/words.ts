import type { ServerProcess } from '../support/processes.ts'
import { ask } from '../support/world.ts'

const pages = 40

/**
 * Words of the names of places, at random, no two with the same first letter: so that no search was asked before, and
 * the page has no answer of it. Of four letters and more, in lower case, as people type.
 */
export async function drawWords(
  server: ServerProcess,
  { count, random }: { readonly count: number; readonly random: () => number },
): Promise<string[]> {
  const { TotalHits } = JSON.parse((await ask(server, '/v4/place?limit=0')).body.toString()) as { TotalHits: number }
  const words = new Map<string, string>()
  for (let page = 0; page < pages && words.size < count; page++) {
    const offset = Math.floor(random() * TotalHits)
    const { body } = await ask(server, `/v4/place?limit=1&offset=${offset}`)
    const [place] = (JSON.parse(body.toString()) as { Results: { name: string }[] }).Results
    const [word] = place?.name.toLowerCase().match(/[a-zåäö]{4,}/g) ?? []
    if (word !== undefined && !words.has(word[0]!)) words.set(word[0]!, word)
  }
  return [...words.values()]
}
