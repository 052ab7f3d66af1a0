import { importedBody, type PlaceChange, type PlaceRequest, type Situation } from '../../place/request.ts'
import type { Command, ForeseenCommand } from '../store.ts'
import type { PlaceRules } from './place-commands.ts'

type ImportRequest = PlaceRequest & { readonly action: 'import' }
type PlaceCommand = Command & { readonly kind: 'place' }

const nothingThere: Situation = { children: [] }

/**
 * The command with what becomes of it where nothing of it is there, if it is an import that could be of a new place. One
 * that is at fault, or names a parent, is given as it is: who writes it judges it with all that is there.
 */
export function foresee(command: Command, rules: PlaceRules): Command {
  if (command.kind !== 'place') return command
  const { request } = command
  if (request.action !== 'import' || request.dryRun) return command
  const hasParent = request.parentKey !== undefined || rules.parentIdOf(request, undefined) !== undefined
  return (hasParent ? undefined : foreseen(command, request, rules)) ?? withoutSource(command)
}

function withoutSource(command: PlaceCommand): PlaceCommand {
  return command.source === undefined ? command : { kind: 'place', request: command.request }
}

function foreseen(
  { source }: PlaceCommand,
  request: ImportRequest,
  rules: Pick<PlaceRules, 'revise'>,
): ForeseenCommand | undefined {
  const [change] = changesOf(request, rules)
  if (change?.slugBase === undefined) return undefined
  const { place, who, slugBase } = change
  const { importKey, now } = request
  const { body, ...asked } = request
  const document = JSON.stringify({ ...place, slug: slugBase })
  return {
    kind: 'foreseen',
    place: { id: place.id, who, now, slugBase, document, ...(importKey !== undefined && { importKey }) },
    request: JSON.stringify(asked),
    source: source ?? { record: JSON.stringify(body) },
  }
}

/** The request of a command, for who finds that it is not as it was foreseen. */
export function foreseenRequest({ request, source }: ForeseenCommand): PlaceRequest {
  return { ...JSON.parse(request), body: importedBody(JSON.parse(source.record), source.updatedBy) }
}

/** None where a rule is broken; who writes meets it again, and tells it. */
function changesOf(request: PlaceRequest, { revise }: Pick<PlaceRules, 'revise'>): readonly PlaceChange[] {
  try {
    return revise(request, nothingThere)
  } catch {
    return []
  }
}
