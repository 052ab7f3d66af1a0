/** How a command ends: 0 all is done, 1 some records were refused, 2 nothing could be done. */
export type ExitStatus = 0 | 1 | 2

/** Why a command cannot be carried out; its message is the one line that is told. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CommandError'
  }
}
