// SPDX-License-Identifier: MIT
// The bell: the number of new notices, their list, and their settings.
//
// uses challenges

import { useEffect, useState } from "preact/hooks";
import type { Notice } from "../../api/messages";
import { noticePath, noticeTag, noticeText, noticeTitle, type NoticeWords } from "./noticewords";
import { Sheet, Switch } from "../../parts/controls";
import { Icon } from "../../parts/icon";
import { canNotify, chooseNotices, doesNotify, loadNotices, NOTICE_KINDS, noticeWords, readNotices, setNotify, startNotices } from "./notices";
import { canPush, hasPush, lookForPush, setPush } from "./push";
import { loadMe } from "../../state/online";
import { Incoming } from "../challenges/incoming";
import { gameAt } from "../../state/route";
import type { State } from "../../state/types";
import { locale, n, named, t } from "../../text";

const KINDS: Record<Notice["kind"], () => string> = {
  turn: () => t("Your turn"),
  time: () => t("Time running out"),
  challenge: () => t("Challenges"),
  started: () => t("Game starts"),
  declined: () => t("Declined challenges"),
  ended: () => t("Game ends"),
  follow: () => t("Followers"),
};

function timeOf(at: number): string {
  const day = new Date(at).toDateString() === new Date().toDateString();
  return new Date(at).toLocaleString(locale(), day ? { timeStyle: "short" } : { dateStyle: "medium" });
}

function Row({ notice, words, fresh, close }: { notice: Notice; words: NoticeWords; fresh: boolean; close(): void }) {
  return (
    <li>
      <a class={`notice-row${fresh ? " fresh" : ""}`} href={noticePath(notice)} onClick={close}>
        <b>{noticeText(words, notice)}</b>
        <small>
          {fresh && <span class="spoken">{t("New")}. </span>}
          {notice.variant ? `${noticeTitle(words, notice)} · ${timeOf(notice.at)}` : timeOf(notice.at)}
        </small>
      </a>
    </li>
  );
}

function NoticeSettings({ state }: { state: State }) {
  const { notices } = state.online;
  if (!notices) return null;
  const without = (kind: Notice["kind"], kinds: Notice["kind"][], on: boolean) => (on ? kinds.filter((other) => other !== kind) : [...kinds, kind]);
  return (
    <details class="notice-settings stack">
      <summary>{t("What to notify me about")}</summary>
      <Switch label={t("Notifications from this browser")} disabled={!canNotify()} on={doesNotify()} change={(on) => void setNotify(on)}
        note={canNotify() ? t("While a page of Meydan is open in a hidden tab.") : t("Only over https or on this machine.")} />
      {notices.push && (
        <Switch label={t("Even when no page is open")} disabled={!canPush()} on={hasPush()} change={(on) => void setPush(on)}
          note={canPush() ? t("By Web Push, to this browser. Messages are encrypted.") : t("Only over https or on this machine, in a browser with Web Push.")} />
      )}
      {hasPush() && (
        <fieldset>
          <legend>{t("To this browser")}</legend>
          {NOTICE_KINDS.map((kind) => (
            <Switch key={kind} label={named(KINDS, kind)} disabled={notices.off.includes(kind)} on={![...notices.off, ...notices.push_off].includes(kind)}
              change={(on) => void chooseNotices(notices.off, without(kind, notices.push_off, on))} />
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend>{t("In this list")}</legend>
        {NOTICE_KINDS.map((kind) => (
          <Switch key={kind} label={named(KINDS, kind)} on={!notices.off.includes(kind)}
            change={(on) => void chooseNotices(without(kind, notices.off, on), notices.push_off)} />
        ))}
      </fieldset>
    </details>
  );
}

function Notices({ state, close }: { state: State; close(): void }) {
  const list = state.online.notices?.notifications ?? [];
  // Notices that were new when the list was opened keep their mark until it is closed.
  const [fresh, mark] = useState(() => new Set<string>());
  useEffect(() => {
    for (const notice of list) if (notice.unread) fresh.add(noticeTag(notice));
    mark(new Set(fresh));
    void readNotices();
  }, [state.online.notices?.unread]);
  const words = noticeWords();
  return (
    <Sheet title={t("Notifications")} close={close}>
      {list.length
        ? <ul class="notice-list">{list.map((notice) => <Row key={noticeTag(notice)} notice={notice} words={words} fresh={fresh.has(noticeTag(notice))} close={close} />)}</ul>
        : <p class="quiet">{t("Nothing new. Your turns and challenges appear here.")}</p>}
      <NoticeSettings state={state} />
    </Sheet>
  );
}

export function Bell({ state }: { state: State }) {
  const [open, set] = useState(false);
  useEffect(() => {
    if (!state.online.me) void loadMe();
    startNotices();
    void lookForPush();
  }, []);
  const { notices, me } = state.online;
  if (!me || !notices) return me ? <Incoming state={state} /> : null;
  const game = gameAt(state.route);
  const unread = notices.notifications.filter(({ unread: fresh, game: about }) => fresh && notices.unread > 0 && (!game || about !== game)).length;
  return (
    <>
      <button type="button" class="bell" title={t("Notifications")} onClick={() => (void loadNotices(), set(true))}
        aria-label={unread ? n("{n} new notification", "{n} new notifications", unread) : t("Notifications")}>
        <Icon name="bell" />
        {unread > 0 && <span class="badge" aria-hidden="true">{unread}</span>}
      </button>
      {open && <Notices state={state} close={() => set(false)} />}
      <Incoming state={state} />
    </>
  );
}
