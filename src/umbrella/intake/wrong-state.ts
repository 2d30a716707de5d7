import { fail } from '../../errors.ts'
import type { UmbrellaStatus } from '../application/lifecycle.ts'

export type CallerWording = {
  howToChange: string
  /** Until it is bought: another offer, or another of the answers that come with the choice. */
  howToChooseAgain: string
  whatNext(status: UmbrellaStatus): string
}

export const refuseHere = (
  { whatNext }: CallerWording,
  { status }: { status: UmbrellaStatus },
  sentence: string,
): never => fail('conflict', { message: `${sentence} ${whatNext(status)}`, current_status: status })
