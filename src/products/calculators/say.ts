import { speaker } from '../../platform/language/say.ts'
import spanish from './es.json' with { type: 'json' }

export const { say, sayHtml, sayKnown } = speaker(spanish)
