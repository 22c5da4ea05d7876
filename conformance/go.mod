module github.com/riftlab/rift/conformance

go 1.26.0

require (
	github.com/riftlab/rift v0.0.0
	modernc.org/cc/v4 v4.34.0
	modernc.org/ccorpus2 v1.6.0
)

require (
	github.com/irifrance/gini v1.0.1 // indirect
	github.com/remyoudompheng/bigfft v0.0.0-20230129092748-24d4a6f8daec // indirect
	modernc.org/mathutil v1.7.1 // indirect
	modernc.org/opt v0.2.0 // indirect
	modernc.org/sortutil v1.2.1 // indirect
	modernc.org/strutil v1.2.1 // indirect
	modernc.org/token v1.1.0 // indirect
)

replace github.com/riftlab/rift => ../
