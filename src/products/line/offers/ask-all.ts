import { setTimeout } from 'node:timers/promises'
import type { App } from '../../../platform/app.ts'

type Round<Q> = {
  open: readonly Q[]
  /** Stores the reply on arrival, so a crash never repeats an answered question. */
  ask(question: Q): Promise<void>
  publish(): Promise<void>
  windowEnds: Date
  answersDue: Date
  signal: AbortSignal
}

const upTo = async (app: App, moment: Date, asking: Promise<unknown>, signal: AbortSignal): Promise<void> => {
  const late = new AbortController()
  const milliseconds = moment.getTime() - app.clock.now().getTime()
  const patience = setTimeout(Math.max(0, milliseconds), undefined, {
    signal: AbortSignal.any([late.signal, signal]),
  }).catch(() => undefined)
  await Promise.race([asking, patience])
  late.abort()
}

export const askAll = async <Q>(
  app: App,
  { open, ask, publish, windowEnds, answersDue, signal }: Round<Q>,
): Promise<void> => {
  let isOpen = true
  const asking = Promise.allSettled(
    open.map(async question => {
      await ask(question)
      if (!isOpen) await publish()
    }),
  )
  await upTo(app, windowEnds, asking, signal)
  isOpen = false
  await publish()
  await upTo(app, answersDue, asking, signal)
  await publish()
}
