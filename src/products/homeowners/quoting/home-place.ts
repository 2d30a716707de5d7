import type { Risk } from '../../line/stops/rule.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'

export const homePlace = (
  { application: { homes } }: Pick<HomeownersIntakeRecord, 'application'>,
  item: string,
): Pick<Risk, 'state' | 'zip'> => {
  const { state = '', zip } = homes.find(({ property_id }) => property_id === item) ?? {}
  return { state, zip }
}
