import { hash } from 'node:crypto'

/** Everything that a replica answers from. */
export interface Contents {
  /** Of all places, as they are answered, in their order. */
  readonly checksum: string
  /** Names by id. */
  readonly names: ReadonlyMap<string, string>
}

const pageLength = 500

/** Pages through all places of a replica that has seen the revision. */
export async function readContents(url: string, key: string, revision: number): Promise<Contents> {
  const names = new Map<string, string>()
  const sums: string[] = []
  for (let offset = 0; ; offset += pageLength) {
    const response = await fetch(`${url}/v4/place?orderby=slug&limit=${pageLength}&offset=${offset}`, {
      headers: { authorization: `Bearer ${key}`, 'gazetteer-revision': String(revision) },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`)
    sums.push(hash('sha256', text))
    const { Results, TotalHits } = JSON.parse(text) as Page
    for (const { id, name } of Results) names.set(id, name)
    if (names.size >= TotalHits) return { checksum: hash('sha256', sums.join()), names }
    if (Results.length === 0) throw new Error(`${url} lists ${names.size} of ${TotalHits} places`)
  }
}

interface Page {
  readonly TotalHits: number
  readonly Results: readonly { readonly id: string; readonly name: string }[]
}
