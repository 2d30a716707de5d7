import type { App } from '../app.ts'
import { type DocumentRow, redirect } from '../http/pages/document.ts'
import { letOut } from './visitor.ts'

export const signOut: DocumentRow<App> = {
  method: 'POST',
  path: '/dashboard/sign-out',
  page: true,
  contract: null,
  respond: async (app, request) => redirect('/dashboard', [await letOut(app, request)]),
}
