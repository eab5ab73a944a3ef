// SPDX-License-Identifier: MIT
// Reports and moderators' decisions, as in docs/moderation.md.

import { call } from "../../api/http";
import type { AuditEntry, Measure, Report, ReportBody, ReportReason } from "../../api/messages";

export const REASONS: ReportReason[] = ["cheating", "abuse", "name", "leaving", "losing", "other"];

export const moderation = {
  report: (body: ReportBody) => call<object>("POST", "/reports", body),
  queue: () => call<{ reports: Report[] }>("GET", "/moderation/queue"),
  audit: () => call<{ entries: AuditEntry[] }>("GET", "/moderation/audit"),
  take: (report: number) => call<object>("POST", "/moderation/take", { report }),
  decide: (measure: Measure) => call<object>("POST", "/moderation/act", measure),
};
