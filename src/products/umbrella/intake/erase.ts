import { retentionOf } from '../../line/erase.ts'
import { purchasing } from './one-purchase.ts'
import { umbrellaIntakes } from './writer.ts'

export const umbrellaRetention = retentionOf({ intakes: umbrellaIntakes, keep: purchasing })
