import type { App } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { isSharedScope } from '../../../platform/key/guard.ts'
import { type Metadata, mergeMetadata, pairIn, type SentMetadata } from '../wire/metadata.ts'
import type { Intake } from './intakes.ts'
import {
  listMetadata,
  type MetadataRow,
  putMetadata,
  requestMetadata,
  updateMetadataMacs,
} from './metadata-store.ts'

const INDEX = 'request-metadata'

const textOf = (owner: string, name: string, value: string): string => [owner, name, value].join('\0')

const macsOf = ({ sealer }: App, owner: string, pairs: Metadata): Buffer[] =>
  Object.entries(pairs).map(([name, value]) => sealer.mac(INDEX, textOf(owner, name, value)))

const opened = ({ sealer }: App, row: MetadataRow): Metadata =>
  sealer.openJson<Metadata>(requestMetadata.context('content', row), row.content)

export const metadataOf = async (
  app: App,
  owner: string,
  uids: readonly string[],
): Promise<(uid: string) => Metadata> => {
  const rows = await listMetadata(app.db, [...new Set(uids)])
  const known = new Map(rows.map(row => [row.uid, opened(app, { ...row, owner })]))
  return uid => known.get(uid) ?? {}
}

export const metadataMacs = ({ sealer }: App, owner: string, filter: string): readonly Buffer[] => {
  const { name, value } = pairIn(filter)
  return sealer.macs(INDEX, textOf(owner, name, value))
}

const ownerFor = ({ owner, erasedAt }: Intake<string, unknown>): string => {
  if (owner === null || isSharedScope(owner))
    return fail('forbidden', {
      message: 'A shared key can’t keep metadata, because nobody could read it. Use an operator key.',
    })
  if (erasedAt !== null)
    fail('conflict', {
      current_status: 'expired',
      message: 'This request was erased, so it keeps no metadata. Start a new one.',
    })
  return owner
}

/** The caller must hold the intake's lock, or have just created it. */
export const saveMetadata = async (
  app: App,
  intake: Intake<string, unknown>,
  sent: SentMetadata | undefined,
): Promise<void> => {
  if (sent === undefined) return
  assertTransaction(app)
  const { uid } = intake
  const owner = ownerFor(intake)
  const before = (await metadataOf(app, owner, [uid]))(uid)
  const pairs = mergeMetadata(before, sent)
  await putMetadata(app.db, {
    uid,
    owner,
    content: app.sealer.seal(requestMetadata.context('content', { uid, owner }), JSON.stringify(pairs)),
    macs: macsOf(app, owner, pairs),
  })
}

export const renewMetadataMacs = async (app: App, uid: string): Promise<void> => {
  for (const row of await listMetadata(app.db, [uid])) {
    const macs = macsOf(app, row.owner, opened(app, row))
    if (macs.some((mac, at) => !row.macs[at]?.equals(mac))) await updateMetadataMacs(app.db, uid, macs)
  }
}
