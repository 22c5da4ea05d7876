package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/riftlab/rift/corpora"
	"github.com/riftlab/rift/program/buildcache"
	"github.com/riftlab/rift/program/cfront"
)

// compiledDir returns the folder that keeps compiled programs between runs of rift:
// that named by RIFT_COMPILED in the environment, or "compiled" in the cache. It is ""
// if RIFT_COMPILED is "off", or if there is no cache.
func compiledDir() string {
	switch dir := os.Getenv("RIFT_COMPILED"); dir {
	case "off":
		return ""
	case "":
	default:
		return dir
	}
	cache, err := corpora.CacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(cache, "compiled")
}

// compileCache returns what compilations of this process share, among themselves and
// with other runs of this build of rift.
func compileCache() *cfront.Cache {
	if dir := compiledDir(); dir != "" {
		if disk, err := buildcache.Open(dir); err == nil {
			return cfront.NewCacheOn(disk)
		}
	}
	return cfront.NewCache()
}

// compiled says what is kept of compilations.
type compiled struct {
	Dir   string `json:"dir"` // "" if nothing is kept
	Files int    `json:"files"`
	Bytes int64  `json:"bytes"`
}

func keptPrograms() compiled {
	dir := compiledDir()
	if dir == "" {
		return compiled{}
	}
	disk, err := buildcache.Open(dir)
	if err != nil {
		return compiled{}
	}
	u := disk.Usage()
	return compiled{dir, u.Files, u.Bytes}
}

func (c compiled) String() string {
	if c.Dir == "" {
		return "not kept"
	}
	return fmt.Sprintf("%s, %s, %.1f MB; RIFT_COMPILED names another folder, \"off\" keeps none", c.Dir, corpora.Plural(c.Files, "file"), float64(c.Bytes)/1e6)
}
