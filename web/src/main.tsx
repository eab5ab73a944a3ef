// SPDX-License-Identifier: MIT
import { render } from "preact";

render(<p>Meydan</p>, document.getElementById("app")!);
