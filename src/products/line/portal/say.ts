import { speaker } from '../../../platform/language/say.ts'
import spanish from './es.json' with { type: 'json' }

/** A line that has pages adds its own words with `learn`. */
export const { say, sayHtml, sayKnown, learn } = speaker(spanish)
