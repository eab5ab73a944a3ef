// SPDX-License-Identifier: MIT
// The account's screen: registering and signing in, or for an account: signing out (everywhere), the password, the
// export, tokens for bots, deletion.
//
// uses correspondence, follows, notifications, preferences

import { useEffect, useState } from "preact/hooks";
import { account, EXPORT } from "./accountcalls";
import type { NewToken, Person, Token } from "../../api/messages";
import type { Core } from "../../core/types";
import { Problem, problemText } from "../../api/problems";
import { Avatar } from "../../parts/avatar";
import { Choices, Switch } from "../../parts/controls";
import { Icon } from "../../parts/icon";
import { PreferencesForm } from "../preferences/preferences";
import { lazy } from "../../parts/lazy";
import { OwnSlot } from "../../parts/slots";
import { notify } from "../../state/actions";
import { go } from "../../state/navigate";
import { dropPush } from "../notifications/push";
import { become, loadMe } from "../../state/online";
import { copy } from "../../state/share";
import type { State } from "../../state/types";
import { t } from "../../text";
import { dateText, NoServer } from "../../parts/gamecards";
import { Field, Form } from "./form";
import { OwnTies } from "../follows/ties";
import { VacationSwitch } from "../correspondence/vacation";

function Enter({ me }: { me: Person | null }) {
  const [way, choose] = useState<"login" | "register">(new URLSearchParams(location.search).has("register") ? "register" : "login");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState<string | null>(null); // null: no second factor known
  const enter = async () => {
    const who = { name: name.trim(), password };
    try {
      await become(way === "login" ? account.login(code ? { ...who, code: code.trim() } : who) : account.register(who));
    } catch (error) {
      if (error instanceof Problem && error.code === "code_needed") setCode("");
      throw error;
    }
    notify(t("Welcome, {name}", { name: name.trim() }));
    go("/online");
  };
  const login = way === "login";
  return (
    <div class="panel narrow">
      <h1>{t("Account")}</h1>
      <p>{t("You need an account only for ratings and to play from several devices. Everything else works without one.")}</p>
      <Choices legend={t("Account")} hideLegend value={way} change={(next) => choose(next)}
        choices={[{ value: "login", label: t("Sign in") }, { value: "register", label: t("Register") }]} />
      <Form key={way} title={login ? t("Sign in") : t("Register")} label={login ? t("Sign in") : t("Register")} act={enter}>
        <Field label={t("Name")} value={name} change={setName} autocomplete="username" />
        <Field label={t("Password")} value={password} change={setPassword} secret={login ? "current-password" : "new-password"} />
        {login && code !== null && <Field label={t("Code")} value={code} change={setCode} autocomplete="one-time-code" />}
        {!login && <p class="note">{t("At least 8 characters. We ask for no email address, so a forgotten password cannot be recovered.")}</p>}
        {me && <p class="note">{t("Games you played here as a guest move to your account.")}</p>}
      </Form>
    </div>
  );
}

function Tokens() {
  const [tokens, set] = useState<Token[]>([]);
  const [label, setLabel] = useState("");
  const [scope, setScope] = useState<"play" | "read">("play");
  const [made, setMade] = useState<NewToken | null>(null);
  const load = () => account.tokens().then((answer) => set(answer.tokens), (error) => notify(problemText(error)));
  useEffect(() => void load(), []);
  const make = async () => {
    setMade(await account.makeToken(label.trim(), scope));
    setLabel("");
    await load();
  };
  const drop = (id: string) => account.dropToken(id).then(load, (error) => notify(problemText(error)));
  return (
    <Form title={t("Tokens for programs")} label={t("Create a token")} act={make}>
      <p class="note">{t("With a token, a program plays in your name. Keep it as safe as a password.")}</p>
      {made?.token && (
        <div class="message asks" role="status">
          <p>{t("This token is shown only once:")}</p>
          <code class="token">{made.token}</code>
          <div class="row"><button type="button" class="button" onClick={() => void copy(made.token!, t("Token copied."))}>{t("Copy")}</button></div>
        </div>
      )}
      {tokens.length > 0 && (
        <ul class="token-list stack">
          {tokens.map((token) => (
            <li key={token.id} class="row">
              <span>
                <b>{token.label}</b><br />
                <small>{[
                  token.scopes?.includes("play") ? t("May play") : t("May only read"),
                  token.used ? t("Last used: {date}", { date: dateText(token.used) }) : t("Not used yet"),
                  token.expires ? t("Until {date}", { date: dateText(token.expires) }) : "",
                ].filter(Boolean).join(" · ")}</small>
              </span>
              <button type="button" class="button small" onClick={() => void drop(token.id)} aria-label={t("Revoke {name}", { name: token.label })}>{t("Revoke")}</button>
            </li>
          ))}
        </ul>
      )}
      <Field label={t("What it is for")} value={label} change={setLabel} />
      <Choices legend={t("What it may do")} value={scope} change={(next) => setScope(next)}
        choices={[{ value: "play", label: t("May play") }, { value: "read", label: t("May only read") }]} />
    </Form>
  );
}

const Security = lazy(() => import("./security").then(({ Security: Part }) => Part), { waiting: null, silent: true });

function Manage({ name, role }: { name: string; role?: string }) {
  const [old, setOld] = useState("");
  const [next, setNext] = useState("");
  const [last, setLast] = useState("");
  const [keep, setKeep] = useState(false);
  const leave = async (everywhere: boolean) => {
    try {
      await dropPush(); // the next notification would be for another person
      await become(account.logout(everywhere));
      notify(everywhere ? t("You are signed out on all devices.") : t("You are signed out."));
    } catch (error) {
      notify(problemText(error));
    }
  };
  const change = async () => {
    await become(account.password(old, next, keep));
    setOld("");
    setNext("");
    notify(t("Password changed."));
  };
  const remove = async () => {
    await become(account.delete(last));
    notify(t("Account deleted."));
    go("/online");
  };
  return (
    <div class="account home">
      <header class="panel account-head row">
        <Avatar name={name} />
        <h1>{name}</h1>
        <a class="button primary" href={`/people/${encodeURIComponent(name)}`}><Icon name="person" />{t("Profile")}</a>
        <button type="button" class="button" onClick={() => void leave(false)}>{t("Sign out")}</button>
        <button type="button" class="button" onClick={() => void leave(true)}>{t("Sign out everywhere")}</button>
        {role && <a class="button" href="/moderation">{t("Moderation")}</a>}
      </header>
      <div class="account-parts">
        <div class="account-column">
          <div class="panel account-part"><OwnTies /><PreferencesForm /></div>
          <div class="panel account-part"><VacationSwitch /></div>
          <div class="panel account-part"><Tokens /></div>
        </div>
        <div class="account-column">
          <div class="panel account-part">
            <Form title={t("Change the password")} label={t("Change")} act={change}>
              <input class="spoken" type="text" autocomplete="username" value={name} readOnly tabIndex={-1} aria-hidden="true" />
              <Field label={t("Old password")} value={old} change={setOld} secret="current-password" />
              <Field label={t("New password")} value={next} change={setNext} secret="new-password" />
              <p class="note">{t("You are signed out on all other devices.")}</p>
              <Switch label={t("Keep program tokens")} on={keep} change={setKeep} />
            </Form>
          </div>
          <div class="panel account-part"><Security /></div>
          <div class="panel account-part">
            <a class="button" href={EXPORT} download="meydan.json"><Icon name="download" />{t("Download your data")}</a>
            <details class="block">
              <summary>{t("Delete the account")}</summary>
              <Form title={t("Delete the account")} label={t("Delete forever")} danger act={remove}>
                <p>{t("Your name, password, ratings and sessions are deleted. Games you played stay, without your name.")}</p>
                <Field label={t("Password")} value={last} change={setLast} secret="current-password" />
              </Form>
            </details>
          </div>
        </div>
      </div>
    </div>
  );
}

export function Account({ state, core }: { state: State; core: Core }) {
  const { server, me } = state.online;
  useEffect(() => void loadMe(), []);
  if (server === "none") return <NoServer retry={() => void loadMe()} />;
  if (server === "unknown") return <div class="panel loading" aria-busy="true" />;
  if (me?.name) return <Manage name={me.name} role={state.online.role} />;
  return (
    <>
      <Enter me={me} />
      {me && <div class="narrow"><OwnSlot core={core} state={state} /></div>}
    </>
  );
}
