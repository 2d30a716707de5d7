import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import type { CallerWording, UmbrellaIntakeRecord } from './intake.ts'

const ERASED = 'This application has expired, and its personal data was erased.'

const refuseErased = ({ howToStartAgain }: CallerWording, current_status: string): never =>
  fail('conflict', {
    message: `${ERASED} If the buyer still wants coverage, ${howToStartAgain}.`,
    current_status,
  })

/** Nothing is left to continue with, and new answers would need a new start. */
export const refuseIfErased = (words: CallerWording, { status, erasedAt }: UmbrellaIntakeRecord): void => {
  if (erasedAt !== null) refuseErased(words, status)
}

export const refuseHere = async (
  app: App,
  words: CallerWording,
  intake: UmbrellaIntakeRecord,
  sentence: string,
): Promise<never> => {
  refuseIfErased(words, intake)
  return fail('conflict', {
    message: `${sentence} ${await words.whatNext(app, intake)}`,
    current_status: intake.status,
  })
}
