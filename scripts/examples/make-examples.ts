import { agentWalk } from './agent-walk.ts'
import { discoveryWalk } from './discovery-walk.ts'
import { calculatorWalk, homeownersWalk, keyWalk } from './operator-walk.ts'
import { Recorder } from './recorder.ts'
import { refusalWalk } from './refusal-walk.ts'
import { shopperWalk } from './shopper-walk.ts'
import { startSite } from './site.ts'
import { umbrellaWalk } from './umbrella-walk.ts'

/** Masks values that libraries generate, and anything that looks like a credential. */
const MASKS: Record<string, string> = {
  request_id: 'req_ExampleExample00',
  client_id: 'ExampleClient',
  identity_assertion: 'header.claims.signature',
  receipt: 'header.claims.signature',
  assertion: 'header.claims.signature',
  kid: 'ExampleSigningKey',
  x: 'ExampleCoordinateX',
  y: 'ExampleCoordinateY',
}

const masked = (name: string, value: unknown): unknown =>
  typeof value === 'string' && name in MASKS && !value.includes('@') ? MASKS[name] : value

export const makeExamples = async (databaseUrl: string): Promise<string> => {
  const site = await startSite(databaseUrl)
  try {
    const recorder = new Recorder(site.url)
    const key = await keyWalk(recorder, site)
    await calculatorWalk(recorder, key)
    await homeownersWalk(recorder, site, key)
    await umbrellaWalk(recorder, site, key)
    await shopperWalk(recorder, site)
    await agentWalk(recorder, site)
    await discoveryWalk(recorder)
    await refusalWalk(recorder, site, key)
    return `${JSON.stringify(recorder.examples, masked, 1)}\n`
  } finally {
    await site.stop()
  }
}
