// SPDX-License-Identifier: MIT
// From a report on a profile to a moderator's decision and the notice to the reported player; blocking; the screens for
// axe-core, one of them on a phone.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { checkThemes, checkWidth } from "./checks.mjs";
import { api, onlineWorld } from "./online.mjs";
import { button } from "./play.mjs";
import { MEYDAN, PHONE, until } from "./world.mjs";

const { people, store } = await onlineWorld();
const PASSWORD = "marbles in a row";
const admin = (...words) => execFileSync(MEYDAN, ["admin", ...words, "--store", store]);

people("report, decide, undo; block and unblock", async (person) => {
  const [ada, ben, judge] = [await person("/online"), await person("/online"), await person("/online", { viewport: PHONE, touch: true })];
  for (const [page, name] of [[ada, "Ada"], [ben, "Ben"], [judge, "Judge"]]) await api(page, "POST", "/register", { name, password: PASSWORD });
  admin("role", "Judge", "moderator");

  const { game } = await api(ben, "POST", "/games", { variant: "quoridor", clock: "600+5", seats: ["me", "open"] });
  await api(ada, "POST", `/games/${game.id}/join`);
  await api(ada, "POST", `/games/${game.id}/abort`);
  await ada.goto("/people/Ben");
  await button(ada, "Report").click();
  await ada.getByLabel("What is wrong?").selectOption("abuse");
  await ada.getByLabel("In which game?").selectOption(game.id);
  await ada.getByLabel("A few words, if you like").fill("shouts <b>all the time</b>");
  await checkThemes(ada, "a report");
  await button(ada, "Send the report").click();
  await ada.locator(".notice", { hasText: "A moderator will look at it." }).waitFor();

  // Beside a game: a guest reads that an account is needed, a spectator with one may report.
  const { game: next } = await api(ben, "POST", "/games", { variant: "abalone-3", clock: "600+5", seats: ["me", "open", { computer: 1 }] });
  const eve = await person("/online", { viewport: PHONE, touch: true });
  await api(eve, "POST", `/games/${next.id}/join`);
  await eve.goto(`/game/${next.id}`);
  await button(eve, "More").click();
  await button(eve, "Report a player").click();
  await eve.getByText("Only players with an account can report others.").waitFor();
  await ada.goto(`/game/${next.id}`);
  await button(ada, "Report a player").click();
  const sheet = ada.getByRole("dialog", { name: "Report a player" });
  assert.deepEqual(await sheet.getByLabel("Who is it about?").locator("option").allTextContents(), ["Ben (black)", "Guest (white)"]);
  await sheet.getByLabel("Who is it about?").selectOption("Guest (white)");
  await sheet.getByLabel("What is wrong?").selectOption("leaving");
  await checkThemes(ada, "a report beside a game");
  await button(ada, "Send the report").click();
  await ada.locator(".notice", { hasText: "A moderator will look at it." }).waitFor();
  await sheet.waitFor({ state: "detached" });
  await ada.goto("/people/Ben");

  await button(ada, "Block this player").click();
  await button(ada, "Unblock").waitFor();
  await ada.goto("/account");
  await ada.getByRole("button", { name: "Unblock Ben" }).click();
  await ada.getByRole("heading", { name: "Blocked players" }).waitFor({ state: "detached" });
  await ada.goto("/people/Ben");
  await button(ada, "Follow").click();
  await button(ada, "Unfollow").waitFor();
  await ada.goto("/account");
  await ada.getByRole("heading", { name: "People you follow" }).waitFor();
  assert.equal(await ada.getByRole("link", { name: "Moderation" }).count(), 0);

  await until(async () => (await api(judge, "GET", "/me")).role === "moderator", "the server to see the role");
  await judge.goto("/account");
  await judge.getByRole("link", { name: "Moderation" }).click();
  const other = judge.locator(".case", { hasText: "Leaves games instead of playing on" });
  assert.equal(await other.getByRole("link", { name: "Show the game" }).getAttribute("href"), `/game/${next.id}`);
  await other.getByText("What happened in the game").waitFor();
  await judge.getByRole("heading", { name: "Ben · Insults or harasses others" }).waitFor();
  await judge.getByText("shouts <b>all the time</b>").waitFor();
  await button(judge, "Take it").click();
  await judge.getByLabel("Decision").selectOption("suspend");
  await judge.getByLabel("Why? The player reads this.").fill("No shouting.");
  await checkThemes(judge, "moderation");
  await checkWidth(judge, "moderation");
  await button(judge, "Decide").click();
  await other.getByRole("button", { name: "Take it" }).click();
  await other.getByRole("button", { name: "Decide" }).click();
  await judge.getByText("There are no open reports.").waitFor();

  await ben.goto("/account");
  await ben.getByText("No shouting.").waitFor();
  await ben.getByText(/^You may not play until/).waitFor();
  await checkThemes(ben, "a notice");
  await button(ben, "Got it").click();
  await button(ben, "Got it").waitFor({ state: "detached" });
  await judge.getByRole("button", { name: /^Undo number/ }).first().click();
  await until(async () => !(await api(ben, "GET", "/me")).barred, "the suspension to be lifted");
  await judge.goto("/moderation?");
  await judge.getByRole("heading", { name: "Decided lately" }).waitFor();
  await ada.goto("/moderation");
  await ada.getByRole("alert").getByText("That is not allowed.").waitFor();
  ada.wrongs.length = 0; // the browser logs every refusal of a server
});
