import type { PlaceChange, PlaceRequest, Situation } from '../../place/request.ts'
import { writtenBody } from '../../place/rules/draft.ts'
import { storable } from '../sql/storable.ts'
import type { Command, ForeseenCommand } from '../store.ts'
import type { PlaceRules } from './place-commands.ts'
import { parseDocument } from './workspace.ts'

type ImportRequest = PlaceRequest & { readonly action: 'import' }

const nothingThere: Situation = { children: [] }

/**
 * The command with what becomes of it where nothing of it is there, if it is an import that could be of a new place. One
 * that is at fault, or names a parent, is given as it is: who writes it judges it with all that is there.
 */
export function foresee(command: Command, rules: PlaceRules): Command {
  if (command.kind !== 'place') return command
  const { request } = command
  if (request.action !== 'import' || request.dryRun || request.owners || request.ifMatch) return command
  const hasParent = request.parentKey !== undefined || rules.parentIdOf(request, undefined) !== undefined
  return (hasParent ? undefined : foreseen(request, rules)) ?? command
}

function foreseen(request: ImportRequest, rules: Pick<PlaceRules, 'revise'>): ForeseenCommand | undefined {
  const [change] = changesOf(request, rules)
  if (change?.slugBase === undefined) return undefined
  const { place, who, slugBase } = change
  const { importKey, now, ownerEntries } = request
  const document = Buffer.from(JSON.stringify(Object.assign(place, { slug: slugBase })))
  const keyed = importKey === undefined ? {} : { importKey: storable(importKey) }
  return {
    kind: 'foreseen',
    place: { id: place.id, who: storable(who), now, slugBase, document, ...keyed },
    ownerEntries,
  }
}

/**
 * The request of a command, for who finds that it is not as it was foreseen. Its body is what the document keeps of the
 * one that was sent: that is clean and without fault, and the rules make the same of it again.
 */
export function foreseenRequest({ place, ownerEntries }: ForeseenCommand): PlaceRequest {
  const { id, importKey, now, document } = place
  const body = writtenBody(parseDocument(document))
  const keyed = importKey === undefined ? {} : { importKey }
  return { action: 'import', newId: id, body, allowOverposting: false, dryRun: false, now, ownerEntries, ...keyed }
}

/** None where a rule is broken; who writes meets it again, and tells it. */
function changesOf(request: PlaceRequest, { revise }: Pick<PlaceRules, 'revise'>): readonly PlaceChange[] {
  try {
    return revise(request, nothingThere)
  } catch {
    return []
  }
}
