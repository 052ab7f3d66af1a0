import type { Writing, WritingParts } from '../thread/messages.ts'
import { Committer, type CommitterOptions } from './committer.ts'

/** Opens a database that has the newest schema for writing; whether a server is there is seen at the first write. */
export async function openWriting(argument: unknown, parts: WritingParts): Promise<Writing> {
  return new Committer(argument as CommitterOptions, parts)
}
