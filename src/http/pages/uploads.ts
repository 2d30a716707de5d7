import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../../errors.ts'
import { nulProblem } from '../nul.ts'

type UploadedFile = { filename: string; bytes: Buffer }

export type UploadedFiles = ReadonlyMap<string, readonly UploadedFile[]>

class UploadedForm extends URLSearchParams {
  readonly files = new Map<string, UploadedFile[]>()
}

export const filesIn = ({ body }: FastifyRequest): UploadedFiles =>
  body instanceof UploadedForm ? body.files : new Map()

const UNREADABLE = 'The form could not be read. Go back, load the page again and send it once more.'

const partsOf = async (body: Buffer, type: string): Promise<FormData> =>
  new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => fail('invalid_request', { message: UNREADABLE }))

const readForm = async (body: Buffer, type: string): Promise<UploadedForm> => {
  const form = new UploadedForm()
  for (const [name, value] of await partsOf(body, type)) {
    const problem = nulProblem(typeof value === 'string' ? value : value.name)
    if (problem) throw problem
    if (typeof value === 'string') form.append(name, value)
    // A browser sends an empty part for a file that nobody chose.
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
