import { fail } from '../../errors.ts'
import type { UmbrellaStatus } from '../application/lifecycle.ts'

export type DoorWords = {
  howToChange: string
  whatNext(status: UmbrellaStatus): string
}

export const refuseHere = (
  { whatNext }: DoorWords,
  { status }: { status: UmbrellaStatus },
  sentence: string,
): never => fail('conflict', { message: `${sentence} ${whatNext(status)}`, current_status: status })
