import { type Askable, reasonNotToCompare } from './check.ts'
import type { Piece } from './kept.ts'
import { type Comparison, compare, type Mode, sidesOf } from './measure.ts'
import { isClose, isDone, type Plan } from './plan.ts'
import { loadCostOf } from './prepare.ts'
import { isWrite, type Question } from './questions.ts'
import { rateOf } from './report/figures.ts'
import type { Footprint, Left } from './result.ts'
import type { Run } from './run.ts'
import { lackOf, type System } from './system.ts'
import { gazetteer } from './systems/gazetteer.ts'

/** One question in one order of its values. */
interface Due {
  readonly question: Question
  readonly mode: Mode
  /** Whether its latency is measured too. */
  readonly closely: boolean
}

/** Measures a peer beside the service, question after question, and keeps each as soon as it is known. */
export async function measureBeside(system: System, run: Run): Promise<void> {
  const common = { system: system.name, about: system.about(), places: run.materials.places, seed: run.plan.seed }
  const keep = (piece: Partial<Piece>) => run.keep({ ...common, ...piece })
  const left: Left[] = run.questions.flatMap((question) => {
    const reason = isWrite(question.name) ? system.lacks.writing : lackOf(system, question.ask())
    return reason === undefined ? [] : [{ question: question.name, reason }]
  })
  keep({ left })
  const due = dueOf(run, system.name).filter(({ question }) => !left.some((one) => one.question === question.name))
  const [reads, writes] = [true, false].map((isRead) => due.filter(({ question }) => isRead !== isWrite(question.name)))
  await measureSome(reads ?? [], false)
  await measureSome(writes ?? [], true)

  async function measureSome(some: readonly Due[], scratch: boolean): Promise<void> {
    if (some.length === 0 || run.isOver()) return run.leave(some.length)
    const [own, ownStart] = await startTimed(gazetteer(), run, scratch)
    try {
      const [peer, peerStart] = await startTimed(system, run, scratch)
      try {
        const equal = await askedEqually(some, own, peer)
        for (const [at, one] of equal.entries()) {
          if (run.isOver()) return run.leave(equal.length - at)
          keep(await measured(one, own, peer))
        }
        if (!scratch) keep(footprints([own, ownStart], [peer, peerStart]))
      } finally {
        await peer.running.stop()
      }
    } finally {
      await own.running.stop()
    }
  }

  /** Without those to which the two answer something else. Asked before anything is timed, since a faster one then writes more. */
  async function askedEqually(some: readonly Due[], own: Askable, peer: Askable): Promise<Due[]> {
    const refused = new Set<Question>()
    for (const question of new Set(some.map((one) => one.question))) {
      const reason = await reasonNotToCompare(question, own, peer)
      if (reason === undefined) continue
      refused.add(question)
      keep(leftOut(question, reason))
    }
    return some.filter(({ question }) => !refused.has(question))
  }

  function leftOut(question: Question, reason: string) {
    run.say(`${system.name} ${question.name}: n/a, ${reason}`)
    return { left: [{ question: question.name, reason }] }
  }

  async function measured({ question, mode, closely }: Due, own: Askable, peer: Askable) {
    const measuring = { ...run.measuring, latencySeconds: closely ? run.measuring.latencySeconds : 0 }
    try {
      const sides = await sidesOf(question, mode, { own, peer }, measuring)
      const comparison = await compare({ ...question, mode }, sides, measuring)
      run.say(`${system.name} ${question.name} ${mode}: ${ratesOf(comparison)}`)
      return { comparisons: [comparison] }
    } catch (error) {
      return leftOut(question, `it failed while it was measured: ${error}`)
    }
  }

  function footprints(own: readonly [Askable, number], peer: readonly [Askable, number]) {
    const of = ([{ running }, startSeconds]: readonly [Askable, number]): Footprint => ({
      startSeconds,
      memoryBytes: running.memoryBytes(),
    })
    return {
      own: of(own),
      peer: { ...of(peer), ...loadCostOf(system, run.materials) },
    }
  }
}

async function startTimed(system: System, { materials }: Run, scratch: boolean): Promise<[Askable, number]> {
  const starting = performance.now()
  const running = await system.start(materials, scratch)
  return [{ system, running }, (performance.now() - starting) / 1000]
}

function dueOf({ plan, questions, kept }: Run, system: string): Due[] {
  const done = plan.continues ? (kept(system)?.comparisons ?? []) : []
  const refused = plan.continues ? (kept(system)?.left ?? []) : []
  const isKept = ({ question, mode }: Due) =>
    isDone(
      plan,
      done.find((one) => one.question === question.name && one.mode === mode),
    ) || refused.some((one) => one.question === question.name)
  return questions
    .flatMap((question) =>
      modesOf(question, plan).map((mode) => ({
        question,
        mode,
        closely: mode === 'distinct' && isClose(plan, question.name),
      })),
    )
    .filter((due) => !isKept(due))
}

function modesOf({ name, kind }: Question, plan: Plan): readonly Mode[] {
  return kind === 'read' && isClose(plan, name) ? plan.modes : plan.modes.filter((mode) => mode === 'distinct')
}

function ratesOf({ own, peer }: Comparison): string {
  return `${rateOf(own).toFixed(0)} / ${rateOf(peer).toFixed(0)} requests/s`
}
