/** The part of the REST table about compliance: the audit log, refused attempts, screenings, and cases that wait for a decision. */
import type { RestRow } from './row.ts'

export const compliance: readonly RestRow[] = [
  {
    method: 'GET',
    path: '/api/v2/compliance/status',
    operation: 'GetComplianceStatus',
    summary: 'What is known of the organization, and of an agent.',
  },
  {
    method: 'GET',
    path: '/api/v2/compliance/kyc/{org_id}',
    operation: 'GetOrganizationKyb',
    summary: 'Whether the business of the organization is accepted.',
  },
  {
    method: 'GET',
    path: '/api/v2/compliance/kya/{agent_id}',
    operation: 'GetKya',
    summary: 'The know-your-agent level of an agent, with its evidence and a challenge for its DID.',
  },
  {
    method: 'POST',
    path: '/api/v2/compliance/kya/{agent_id}/evidence',
    operation: 'RecordKyaEvidence',
    summary: 'Record that an agent controls its DID, a review of its purpose, or an attestation of it.',
    success: 201,
    resultField: 'kya',
  },
  {
    method: 'POST',
    path: '/api/v2/compliance/kya/{agent_id}/evidence/void',
    operation: 'VoidKyaEvidence',
    summary: 'Take back evidence about an agent: it counts no longer.',
    resultField: 'kya',
  },
  {
    method: 'POST',
    path: '/api/v2/test/kya-expiry',
    operation: 'SimulateKyaExpiry',
    summary: 'Test mode: end evidence about an agent.',
    resultField: 'kya',
  },
  {
    method: 'POST',
    path: '/api/v2/test/kyb-review',
    operation: 'SimulateKybReview',
    summary: 'Test mode: accept or reject the business of the organization.',
    resultField: 'kyb',
  },
  {
    method: 'GET',
    path: '/api/v2/refusals',
    operation: 'ListRefusals',
    summary: 'Refused attempts to spend with rule and figures, newest first; kept for 30 days.',
  },
  {
    method: 'POST',
    path: '/api/v2/compliance/screen',
    operation: 'Screen',
    summary: 'Screen an address, a name or a merchant without paying; nothing is kept.',
    cost: 5,
  },
  {
    method: 'GET',
    path: '/api/v2/compliance/screening-lists',
    operation: 'ListScreeningLists',
    summary: 'The screening lists in force.',
  },
  {
    method: 'GET',
    path: '/api/v2/compliance/screenings',
    operation: 'ListScreenings',
    summary: 'Screenings that found something, newest first.',
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
    summary:
      'Cases that compliance has to decide, or has decided, newest first: of payments, bank accounts and rates of returns.',
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
    summary: 'Clear, reject or escalate; a payment that is cleared goes through every gate again.',
    resultField: 'complianceCase',
  },
  {
    method: 'POST',
    path: '/api/v2/compliance/cases/{case_id}/assign',
    operation: 'AssignCase',
    summary: 'Take a case, release it, or hand it over to another person of compliance.',
    resultField: 'complianceCase',
  },
  {
    method: 'GET',
    path: '/api/v2/compliance/audit',
    operation: 'ListAuditLog',
    summary: 'The audit log: who did what, and what was refused, newest first.',
  },
  {
    method: 'GET',
    path: '/api/v2/compliance/audit/verify',
    operation: 'VerifyAuditLog',
    summary: 'Whether rows of the audit log were changed afterwards.',
  },
  {
    method: 'GET',
    path: '/api/v2/compliance/audit/export',
    operation: 'ExportAuditLog',
    lines: { field: 'lines', next: 'nextCursor' },
    summary: 'The audit log to its end as lines of JSON, oldest first, each as it is hashed.',
  },
]
