// SPDX-License-Identifier: MIT
// The security of an account, loaded with the account's screen: the sessions with a button for each, and the second
// factor with its QR code and its recovery codes.

import { useEffect, useState } from "preact/hooks";
import { encode } from "uqr";
import { account } from "./accountcalls";
import type { FactorBegun, SecondFactor, Session } from "../../api/messages";
import { problemText } from "../../api/problems";
import { notify } from "../../state/actions";
import { copy } from "../../state/share";
import { n, t } from "../../text";
import { dateText } from "../../parts/gamecards";
import { Field, Form } from "./form";

const tell = (error: unknown) => notify(problemText(error));

function usedText(used: number | null | undefined): string {
  return used ? t("Last used: {date}", { date: dateText(used) }) : t("Not used yet");
}

function Sessions() {
  const [sessions, set] = useState<Session[]>([]);
  const load = () => account.sessions().then((answer) => set(answer.sessions), tell);
  useEffect(() => void load(), []);
  const end = (id: string) => account.dropSession(id).then(load, tell);
  return (
    <section class="block" aria-labelledby="sessions">
      <h2 id="sessions">{t("Where you are signed in")}</h2>
      <ul class="session-list stack">
        {sessions.map((session) => {
          const label = session.label || t("Unknown browser");
          return (
            <li key={session.id} class="row">
              <span><b>{label}</b><br /><small>{session.current ? t("This device") : usedText(session.used)}</small></span>
              {!session.current && (
                <button type="button" class="button small" onClick={() => void end(session.id)} aria-label={t("Sign out {name}", { name: label })}>{t("Sign out")}</button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Code({ text }: { text: string }) {
  const rows = encode(text, { border: 2 }).data;
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg class="code" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={t("QR code for your authenticator app")} shape-rendering="crispEdges">
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function Recovery({ codes }: { codes: string[] }) {
  return (
    <div class="message asks" role="status">
      <p>{t("Recovery codes, shown only once. Each replaces a code from the app one time. Keep them on paper.")}</p>
      <ul class="recovery">{codes.map((code) => <li key={code}><code>{code}</code></li>)}</ul>
      <div class="row"><button type="button" class="button" onClick={() => void copy(codes.join("\n"), t("Codes copied."))}>{t("Copy")}</button></div>
    </div>
  );
}

function Factor() {
  const [factor, set] = useState<SecondFactor | null>(null);
  const [begun, begin] = useState<FactorBegun | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [renewing, setRenewing] = useState(false);
  const load = () => account.factor().then(set, tell);
  useEffect(() => void load(), []);
  if (!factor) return null;
  const clear = async () => {
    setPassword("");
    setCode("");
    begin(null);
    await load();
  };
  const start = async () => {
    begin(await account.beginFactor(password));
    setPassword("");
  };
  const confirm = async () => {
    setCodes((await account.confirmFactor(code.trim())).recovery);
    await clear();
  };
  const renew = async () => {
    setCodes((await account.renewRecovery(password, code.trim())).recovery);
    setRenewing(false);
    await clear();
  };
  const off = async () => {
    await account.endFactor(password, code.trim());
    setCodes([]);
    await clear();
    notify(t("The second factor is off."));
  };
  const secret = <Field label={t("Password")} value={password} change={setPassword} secret="current-password" />;
  const typed = <Field label={t("Code")} value={code} change={setCode} autocomplete="one-time-code" />;
  return (
    <>
      {codes.length > 0 && <Recovery codes={codes} />}
      {factor.on && renewing && (
        <Form key="renew" title={t("Two-factor authentication")} label={t("New recovery codes")} act={renew}>
          <p>{t("You get ten new recovery codes, and the old ones stop working.")}</p>
          {secret}
          {typed}
          <div class="row"><button type="button" class="button" onClick={() => setRenewing(false)}>{t("Cancel")}</button></div>
        </Form>
      )}
      {factor.on && !renewing && (
        <Form key="off" title={t("Two-factor authentication")} label={t("Turn off")} danger act={off}>
          <p>{t("Signing in asks for a code from your app.")} {n("{n} recovery code left.", "{n} recovery codes left.", factor.recovery)}</p>
          <div class="row"><button type="button" class="button" onClick={() => setRenewing(true)}>{t("New recovery codes")}</button></div>
          {secret}
          {typed}
        </Form>
      )}
      {!factor.on && !begun && (
        <Form key="start" title={t("Two-factor authentication")} label={t("Set up")} act={start}>
          <p class="note">{t("With an authenticator app, a stolen password is not enough to sign in.")}</p>
          {secret}
        </Form>
      )}
      {!factor.on && begun && (
        <Form key="confirm" title={t("Two-factor authentication")} label={t("Confirm")} act={confirm}>
          <p>{t("Scan this with your authenticator app, or type the key into it. Then enter the code it shows.")}</p>
          <Code text={begun.uri} />
          <code class="token">{begun.secret}</code>
          {typed}
        </Form>
      )}
    </>
  );
}

export function Security() {
  return <><Sessions /><Factor /></>;
}
