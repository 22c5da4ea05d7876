// Package corpora turns manifests into subjects: programs in several versions,
// with the pairs of versions to compare, the inputs they accept and the tests
// that exist.
//
// Terms this package owns:
//
//   - Subject: one program in several versions, loaded completely. Loading the
//     same files twice gives equal subjects with equal hashes.
//
//   - Manifest: the TOML file (subject.toml) that describes a subject; its
//     reference is docs/manifest.md.
//
//   - Pair: an old and a new version of a subject, possibly with a golden
//     version (a later fix, the oracle) and with facts that are known about it.
//
//   - Pool: the tests that engines may use. Hidden tests are known only to the
//     one who prepared the subject: the witness of a difference that no pool
//     test shows, or the failing test of an explanation task.
//
//   - Edit: a named replacement of whole lines by which a version differs from
//     its base version.
//
//   - Place: lines of a version's source that a fact speaks about.
//
//   - Shim library: C code of rift's own, under shims/, in place of what a real
//     program is normally built with. Its functions count as library functions.
//
//   - Cache: the folder of git repositories that Fetch has copied.
//
// Subjects come from three sources: the bundled ones under subjects/, a folder
// or manifest of the user's, and folders in the layout of the
// Software-artifact Infrastructure Repository (SIR). Open takes them all by a
// reference string. The versions of a manifest are files in its folder, edits of
// one another, or revisions of a git repository; of a bundled subject with such
// versions only the manifest is bundled, and nothing of the foreign project.
package corpora
