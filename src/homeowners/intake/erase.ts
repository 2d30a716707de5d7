import { retentionOf } from '../../line/erase.ts'
import { isInsured } from '../application/application.ts'
import { isBinding } from './editable.ts'
import { homeownersIntakes } from './writer.ts'

export const homeownersRetention = retentionOf({
  intakes: homeownersIntakes,
  keep: ['bound'],
  isHeld: async (app, intake) => intake.application.homes.some(isInsured) || isBinding(app, intake),
})
