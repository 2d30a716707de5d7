import { retentionOf } from '../../line/erase.ts'
import { isBinding } from './editable.ts'
import { homeownersIntakes } from './writer.ts'

export const homeownersRetention = retentionOf({
  intakes: homeownersIntakes,
  keep: ['bound'],
  isHeld: isBinding,
})
