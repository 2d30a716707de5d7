import { speaker } from '../../../platform/language/say.ts'
import fields from './fields-es.json' with { type: 'json' }
import homeowner from './homeowner-es.json' with { type: 'json' }
import shared from './shared-es.json' with { type: 'json' }
import umbrella from './umbrella-es.json' with { type: 'json' }

export const { say, sayHtml, sayKnown } = speaker({ ...shared, ...fields, ...homeowner, ...umbrella })
