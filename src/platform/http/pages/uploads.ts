import { MIMEType } from 'node:util'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../../errors.ts'
import { MAX_BODY_BYTES } from '../json-body.ts'
import { nulProblem } from '../unstorable-text.ts'

type UploadedFile = { filename: string; bytes: Buffer }

export type UploadedFiles = ReadonlyMap<string, readonly UploadedFile[]>

class UploadedForm extends URLSearchParams {
  readonly files = new Map<string, UploadedFile[]>()
}

export const filesIn = ({ body }: FastifyRequest): UploadedFiles =>
  body instanceof UploadedForm ? body.files : new Map()

const UNREADABLE = 'The form could not be read. Go back, load the page again and send it once more.'

const unreadable = (): never => fail('invalid_request', { message: UNREADABLE })

const MOST_PARTS = 100
const MOST_HEADER_BYTES = 2048

/** Node takes seconds for half a million parts, or for one with millions of headers. A browser sends neither. */
const isQuickToRead = (body: Buffer, type: string): boolean => {
  const beginning = Buffer.from(`--${new MIMEType(type).params.get('boundary')}`)
  let parts = 0
  for (let at = body.indexOf(beginning); at >= 0; at = body.indexOf(beginning, at)) {
    parts++
    at += beginning.length
    const head = body.subarray(at, at + MOST_HEADER_BYTES)
    const isEnd = head.subarray(0, 2).equals(Buffer.from('--'))
    if (parts > MOST_PARTS || !(isEnd || head.includes('\r\n\r\n'))) return false
  }
  return true
}

const partsOf = (body: Buffer, type: string): Promise<FormData> =>
  new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(unreadable)

export const readForm = async (body: Buffer, type: string): Promise<UploadedForm> => {
  if (!isQuickToRead(body, type)) unreadable()
  const form = new UploadedForm()
  let written = 0
  for (const [name, value] of await partsOf(body, type)) {
    const problem = nulProblem(typeof value === 'string' ? value : value.name)
    if (problem) throw problem
    if (typeof value === 'string') {
      written += value.length
      if (written > MAX_BODY_BYTES) unreadable()
      form.append(name, value)
    }
    // A browser sends an empty part for a file input that was left empty.
    else if (value.size > 0)
      form.files.set(name, [
        ...(form.files.get(name) ?? []),
        { filename: value.name, bytes: Buffer.from(await value.arrayBuffer()) },
      ])
  }
  return form
}

export const takeUploads = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => readForm(body, request.headers['content-type'] ?? ''),
  )
}
