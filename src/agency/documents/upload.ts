import type { App } from '../../platform/app.ts'
import { type FieldProblem, fail } from '../../platform/errors.ts'
import type { CallerBase } from '../../platform/http/operation.ts'
import { budgetAddress } from '../../platform/lib/address.ts'
import type { Upload } from './documents.ts'
import { readFile } from './file-reader.ts'
import type { FileQuestion, FileReading } from './file-reading.ts'

const MOST_CHARACTERS = 200

export const nameProblem = (name: string): string | null => {
  if (name.trim() === '') return 'is empty'
  if (name.length > MOST_CHARACTERS) return `is longer than ${MOST_CHARACTERS} characters`
  if (/[\p{C}\u2028\u2029]/u.test(name)) return 'contains control characters'
  if (/[/\\]/.test(name) || /^\.+$/.test(name.trim())) return 'is a path; send the name of the file alone'
  return null
}

const MIB = 2 ** 20
const FILE_MIB = 10
const CALL_MIB = 25
const MOST_FILES = 10

export const UPLOAD_BODY_BYTES = 34 * MIB

export type GivenFile = Pick<FileQuestion, 'reads'> & {
  path: string
  type: string
  filename: string
  content: string
}

export type ReadUpload = Upload & Pick<Extract<FileReading, { kind: 'read' }>, 'declarations'>

export type Uploader = Pick<CallerBase, 'kind' | 'scope' | 'address'> | { kind: 'carrier'; scope: string }

const refuse = (field: FieldProblem): never => fail('invalid_request', { fields: [field] })

const tooLarge = (path: string, expected: string): never =>
  fail('request_too_large', {
    message: `A file is too large. The limit is ${FILE_MIB} MiB a file and ${CALL_MIB} MiB a call.`,
    fields: [{ path, code: 'too_large', expected }],
  })

const paddingIn = (content: string): number => {
  if (content.endsWith('==')) return 2
  return content.endsWith('=') ? 1 : 0
}

const decodedLength = (content: string): number => Math.floor(((content.length - paddingIn(content)) * 3) / 4)

/** The decoder skips invalid characters, so bad base64 comes out short. */
const decode = ({ path, content }: GivenFile): Buffer => {
  const at = `${path}content`
  const length = decodedLength(content)
  if (length === 0) refuse({ path: at, code: 'empty' })
  if (length > FILE_MIB * MIB) tooLarge(at, `at most ${FILE_MIB} MiB`)
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length !== length || content.length % 4 === 1)
    refuse({
      path: at,
      code: 'not_base64',
      expected: 'the bytes of the file in base64, without line breaks and without data: in front',
    })
  return bytes
}

const GAVE_UP =
  'is a PDF that takes too long to read; print it to a new PDF or send pictures of its pages instead'

const readUpload = async (app: App, given: GivenFile, from: string): Promise<ReadUpload> => {
  const { path, type, filename, reads } = given
  const badName = nameProblem(filename)
  if (badName) refuse({ path: `${path}filename`, code: 'bad_filename', facts: { why: badName } })
  const bytes = decode(given)
  const expected = 'a PDF, PNG or JPEG file'
  const outcome = await readFile(app, { bytes, from, ...(reads && { reads }) })
  if (outcome.kind === 'read') {
    const { mediaType, sha256, declarations } = outcome
    return { type, filename, mediaType, bytes, sha256: Buffer.from(sha256), declarations }
  }
  const at = `${path}content`
  if (outcome.kind === 'not_accepted') return refuse({ path: at, code: 'file_type_not_accepted', expected })
  const why = outcome.kind === 'gave_up' ? GAVE_UP : outcome.problem
  return refuse({ path: at, code: 'unreadable_file', facts: { why }, expected })
}

const placeInQueue = (uploader: Uploader): string => {
  if (!('address' in uploader)) return uploader.scope
  const { kind, scope, address } = uploader
  return (kind === 'operator' ? scope : null) ?? budgetAddress(address)
}

/** Call it before the transaction: reading a file may take seconds. */
export const readUploads = async (
  app: App,
  uploader: Uploader,
  files: readonly GivenFile[],
): Promise<ReadUpload[]> => {
  if (files.length > MOST_FILES)
    refuse({ path: 'attachments', code: 'too_many_items', expected: `at most ${MOST_FILES} files` })
  const total = files.reduce((sum, { content }) => sum + decodedLength(content), 0)
  if (total > CALL_MIB * MIB) tooLarge('attachments', `at most ${CALL_MIB} MiB together`)
  const uploads: ReadUpload[] = []
  const from = placeInQueue(uploader)
  for (const file of files) uploads.push(await readUpload(app, file, from))
  return uploads
}
