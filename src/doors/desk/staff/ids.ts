import type { App } from '../../../platform/app.ts'

const idOf = (mac: Buffer): string => `stf_${mac.toString('hex').slice(0, 24)}`

/** Stable for an address, and meaningless without the server's secret. The current key's first. */
export const staffIdsOf = ({ sealer }: App, email: string): readonly [string, ...string[]] => {
  const [current, ...older] = sealer.macs('staff', email)
  return [idOf(current), ...older.map(idOf)]
}
