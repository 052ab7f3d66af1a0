import { createRandom } from '../support/random.ts'
import { keep, type Piece, readKept } from './kept.ts'
import type { Known } from './known.ts'
import type { Measuring } from './measure.ts'
import { isWanted, type Plan } from './plan.ts'
import { createQuestions, type Question } from './questions.ts'
import type { SystemResult } from './result.ts'
import type { Materials } from './system.ts'

/** How long a run may still go on, and what it had to leave. */
export interface Clock {
  isOver(): boolean
  /** Counts what was not begun. */
  leave(count: number): void
  readonly left: number
}

/** What the measurements at one size need. */
export interface Run {
  readonly plan: Plan
  readonly materials: Materials
  readonly known: readonly Known[]
  /** Those that are asked, and all. */
  readonly questions: readonly Question[]
  readonly allQuestions: readonly Question[]
  readonly measuring: Measuring
  isOver(): boolean
  leave(count: number): void
  keep(piece: Piece): void
  kept(system: string): SystemResult | undefined
  say(text: string): void
}

/** The clock of a run, which begins now. */
export function startClock({ minutes }: Plan): Clock {
  const until = performance.now() + minutes * 60_000
  let left = 0
  return {
    isOver: () => performance.now() >= until,
    leave: (count) => {
      left += count
    },
    get left() {
      return left
    },
  }
}

/** A run at the size of the materials. The same plan asks the same questions in the same order. */
export function createRun(plan: Plan, clock: Clock, materials: Materials, known: readonly Known[]): Run {
  const { places } = materials
  const allQuestions = createQuestions(known, places, plan.seed)
  return {
    plan,
    materials,
    known,
    questions: allQuestions.filter(({ name }) => isWanted(plan, name)),
    allQuestions,
    measuring: { ...plan.measuring, random: createRandom(plan.seed) },
    isOver: clock.isOver,
    leave: clock.leave,
    keep: (piece) => keep(plan.results, piece),
    kept: (system) => readKept(plan.results, { places, system, seed: plan.seed }),
    say: (text) => console.log(`${places} ${text}`),
  }
}
