/** The part of the REST table about compliance: screenings, and cases that wait for a decision. */
import type { RestRow } from './row.ts'

export const compliance: readonly RestRow[] = [
  {
    method: 'POST',
    path: '/api/v2/compliance/screen',
    operation: 'ScreenAddress',
    summary: 'Screen an address without paying it; nothing is kept.',
  },
  {
    method: 'GET',
    path: '/api/v2/compliance/screenings/{screening_id}',
    operation: 'GetScreening',
    summary: 'The screening of a payment or hold.',
  },
  {
    method: 'GET',
    path: '/api/v2/compliance/cases',
    operation: 'ListCases',
    single: ['status', 'severity'],
    summary: 'Payments that compliance has to decide about, or has decided, newest first.',
  },
  {
    method: 'GET',
    path: '/api/v2/compliance/cases/{case_id}',
    operation: 'GetCase',
    summary: 'One case.',
  },
  {
    method: 'POST',
    path: '/api/v2/compliance/cases/{case_id}/decide',
    operation: 'DecideCase',
    summary: 'Clear, reject or escalate; cleared, the payment goes through every gate again.',
    resultField: 'complianceCase',
  },
]
