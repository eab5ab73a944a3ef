// SPDX-License-Identifier: MIT

import { t } from "../../text";

export function About() {
  return (
    <div class="panel narrow prose">
      <h1>{t("About Meydan")}</h1>
      <p>{t("Meydan is a home for the board games Abalone and Quoridor: for two, three and four players, against people or the computer.")}</p>
      <p>{t("The rules and the computer opponent run in your browser. After the first visit everything except online play works offline.")}</p>
      <p>{t("Games on this device stay in this browser. The server stores online games and, for those who want one, an account, whose data can be downloaded and deleted.")}</p>
      <p>{t("Meydan is free software under the MIT licence. It has no advertisements and no trackers, and you need no account to play.")}</p>
      <p class="quiet">{t("Abalone and Quoridor are trademarks of their publishers. Meydan is not affiliated with them.")}</p>
      <a class="button" href="/learn">{t("Learn the rules")}</a>
    </div>
  );
}
