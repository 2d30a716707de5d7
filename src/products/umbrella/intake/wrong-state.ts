import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { CallerWording, UmbrellaIntakeRecord } from './intake.ts'

const ERASED = 'This application has expired, and its personal data was erased.'

export const refuseIfErased = (
  { howToStartAgain }: CallerWording,
  { erasedAt }: UmbrellaIntakeRecord,
): void => {
  if (erasedAt === null) return
  fail('conflict', {
    message: `${ERASED} If the buyer still wants coverage, ${howToStartAgain}.`,
    current_status: 'expired',
  })
}

export const refuseWrongState = async (
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
