import { fail } from '../../errors.ts'
import type { UmbrellaStatus } from '../application/lifecycle.ts'

export type CallerWording = {
  howToChange: string
  howToChooseAgain: string
  howToStartAgain: string
  whatNext(status: UmbrellaStatus): string
}

type Standing = { status: UmbrellaStatus; erasedAt?: Date | null }

const erased = ({ howToStartAgain }: CallerWording): string =>
  `This application has expired, and its personal data was erased. If the buyer still wants coverage, ${howToStartAgain}.`

export const refuseHere = (
  words: CallerWording,
  { status, erasedAt = null }: Standing,
  sentence: string,
): never =>
  fail('conflict', {
    message: erasedAt === null ? `${sentence} ${words.whatNext(status)}` : erased(words),
    current_status: status,
  })
