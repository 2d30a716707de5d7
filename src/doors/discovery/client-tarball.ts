import { readFile } from 'node:fs/promises'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { DocumentRow } from '../../platform/http/pages/document.ts'
import { errorCode } from '../../platform/lib/error-code.ts'
import { projectFile } from '../../platform/project-file.ts'

export const CLIENT_PATH = '/client.tgz'

const NOT_BUILT = 'This service runs without a build. Run "npm run build" to pack the client.'

const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT'

export const clientTarball: DocumentRow<App> = {
  path: CLIENT_PATH,
  page: false,
  contract: null,
  respond: async () => {
    const body = await readFile(projectFile('dist/bin/client.tgz')).catch((error: unknown) =>
      isMissing(error) ? fail('not_found', { message: NOT_BUILT }) : Promise.reject(error),
    )
    return { type: 'application/gzip', body }
  },
}
