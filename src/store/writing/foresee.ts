import type { PlaceChange, PlaceRequest, Situation } from '../../place/request.ts'
import type { Command, ForeseenCommand } from '../store.ts'
import type { PlaceRules } from './place-commands.ts'

const nothingThere: Situation = { children: [] }

/**
 * The command with what becomes of it where nothing of it is there, if it is an import that could be of a new place. One
 * that is at fault, or names a parent, is given as it is: who writes it judges it with all that is there.
 */
export function foresee(command: Command, rules: PlaceRules): Command {
  if (command.kind !== 'place' || command.request.action !== 'import') return command
  const { request } = command
  const hasParent = request.parentKey !== undefined || rules.parentIdOf(request, undefined) !== undefined
  return request.dryRun || hasParent ? command : (foreseen(request, rules) ?? command)
}

function foreseen(
  request: PlaceRequest & { action: 'import' },
  rules: Pick<PlaceRules, 'revise'>,
): ForeseenCommand | undefined {
  const [change] = changesOf(request, rules)
  if (change?.slugBase === undefined) return undefined
  const { place, who, slugBase } = change
  const { importKey, now } = request
  const document = JSON.stringify({ ...place, slug: slugBase })
  return {
    kind: 'foreseen',
    place: { id: place.id, who, now, slugBase, document, ...(importKey !== undefined && { importKey }) },
    request: JSON.stringify(request),
  }
}

/** None where a rule is broken; who writes meets it again, and tells it. */
function changesOf(request: PlaceRequest, { revise }: Pick<PlaceRules, 'revise'>): readonly PlaceChange[] {
  try {
    return revise(request, nothingThere)
  } catch {
    return []
  }
}
