import { learn } from '../../portal/say.ts'
import spanish from './es.json' with { type: 'json' }

export const { say, sayHtml, sayKnown } = learn(spanish)
