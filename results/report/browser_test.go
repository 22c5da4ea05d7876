package report

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/riftlab/rift/results/internal/synthetic"
)

// browse opens a page in headless Chromium and returns its document after
// scripts have run, and what it logged.
func browse(t *testing.T, url string) (document, log string) {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is missing: the page is not tried in a browser")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
		"--user-data-dir="+t.TempDir(), "--virtual-time-budget=2000", "--dump-dom", url)
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Skipf("chromium does not run here: %v", err)
	}
	return out.String(), errs.String()
}

// TestBrowser opens the page as a reader does: no message on the console, and
// a link to a pair opens its section. It then drives the page by a script that
// sorts a table and filters the pairs.
func TestBrowser(t *testing.T) {
	dir := folder(t, synthetic.Small)
	if _, err := Write(context.Background(), dir, Options{}); err != nil {
		t.Fatal(err)
	}
	page := string(read(t, filepath.Join(dir, "report.html")))
	driver := `<script>
const out = document.createElement("pre"); out.id = "driven"; document.body.append(out);
const column = [...document.querySelectorAll("#detection table.data thead th")].findIndex(th => th.textContent === "tests to 1st");
const table = document.querySelector("#detection table.data");
const values = () => [...table.tBodies].map(b => [...b.rows].filter(r => !r.classList.contains("group")).map(r => r.cells[column].textContent).join(" ")).join(" | ");
const button = table.querySelectorAll("thead button")[column];
button.click(); out.textContent += "up: " + values() + "\n";
button.click(); out.textContent += "down: " + values() + "\n";
const filter = document.querySelector(".filter");
filter.value = "beacon"; filter.dispatchEvent(new Event("input"));
out.textContent += "visible: " + document.querySelectorAll(".pair:not([hidden])").length + "\n";
out.textContent += "open: " + [...document.querySelectorAll(".pair[open]")].map(d => d.dataset.name).join() + "\n";
out.textContent += "overflow: " + (document.documentElement.scrollWidth > innerWidth) + "\n";
</script></body>`
	driven := filepath.Join(dir, "driven.html")
	if err := os.WriteFile(driven, []byte(strings.Replace(page, "</body>", driver, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	document, log := browse(t, "file://"+driven+"#pair-ledger/v2")
	if m := regexp.MustCompile(`(?m)^.*CONSOLE.*$`).FindString(log); m != "" {
		t.Errorf("on the console: %s", m)
	}
	for _, want := range []string{
		"up: 5 11 53 | 2 22 not reached\n", "down: 53 11 5 | 22 2 not reached\n",
		"visible: 5\n", "open: ledger/v2 real\n", "overflow: false\n",
	} {
		if !strings.Contains(document, want) {
			t.Errorf("the driven page lacks %q", want)
		}
	}
	if t.Failed() {
		if _, after, ok := strings.Cut(document, `<pre id="driven">`); ok {
			t.Log(after[:min(len(after), 600)])
		}
	}
}
