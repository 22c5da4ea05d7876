//go:build !linux

package cli

func machineMemory() int64 { return 0 }
