import { documents } from '../../src/page-table.ts'
import type { Recorder } from './recorder.ts'

const LINES = 12
const CONTRACT = /^get(Operator|Consumer|Full)Contract/

/** A contract cannot contain itself, so the example stops before its paths. */
const beginning = (id: string, text: string, body: Record<string, unknown>): unknown => {
  if (Object.keys(body).length > 0) return CONTRACT.test(id) ? { ...body, paths: {}, components: {} } : body
  if (CONTRACT.test(id)) return text.slice(0, text.indexOf('\npaths:') + 1)
  return `${text.split('\n').slice(0, LINES).join('\n')}\n…\n`
}

/** Long texts are cut after the first lines. */
export const discoveryWalk = async (recorder: Recorder): Promise<void> => {
  for (const { contract } of documents({ production: true }, () => 'running')) {
    if (!contract) continue
    const { status, text, body } = await recorder.send(contract.id)
    if (status !== 200) throw new Error(`${contract.id}: ${status} ${text}`)
    const value = beginning(contract.id, text, body)
    const summary = value === body ? 'The whole document' : 'How it begins'
    recorder.keep(contract.id, { status: 200, name: 'document' }, { summary, value })
  }
}
