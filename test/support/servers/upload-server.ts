import Type from 'typebox'
import type { Upload } from '../../../src/agency/documents/documents.ts'
import { type GivenFile, readUploads, UPLOAD_BODY_BYTES } from '../../../src/agency/documents/upload.ts'
import { type App, operation } from '../../../src/platform/app.ts'
import type { AnyOperation, CallerBase } from '../../../src/platform/http/operation.ts'
import { anyKey } from '../../../src/platform/key/guard.ts'
import { startServer } from './server.ts'
import type { TestService } from './service.ts'

const File = Type.Object(
  { type: Type.String(), filename: Type.String(), content: Type.String() },
  { additionalProperties: false },
)

const answer = (uploads: Upload[]) => ({ sizes: uploads.map(({ bytes }) => bytes.length) })

type Options = { held?: () => Promise<void> }

/** One route that takes files. */
export const startUploadServer = async (service: TestService, { held }: Options = {}) => {
  const upload = operation({
    id: 'upload',
    summary: 'Takes files.',
    input: Type.Object({ attachments: Type.Array(File) }, { additionalProperties: false }),
    output: Type.Object({ sizes: Type.Array(Type.Integer()) }),
    bodyLimitBytes: UPLOAD_BODY_BYTES,
    async prepare(app, caller: CallerBase, { attachments }) {
      await held?.()
      const files: GivenFile[] = attachments.map((file, at) => ({ ...file, path: `attachments[${at}].` }))
      return readUploads(app, caller, files)
    },
    run: (_app, _caller, _input, uploads: Upload[]) => answer(uploads),
  })
  const { url, stop } = await startServer(service, {
    trustedProxies: ['127.0.0.1'],
    rows: [
      {
        method: 'POST',
        path: '/upload',
        guard: anyKey,
        operation: upload as AnyOperation<App>,
        surface: 'operator',
        tag: 'upload',
        budgets: [],
      },
    ],
  })
  return { url: `${url}/upload`, stop }
}
