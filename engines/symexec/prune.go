package symexec

// prune reports whether a state that is not done is dropped.
func (e *Explorer) prune(st *State) bool {
	if e.opt.Keep == nil || st.Done || e.opt.Keep(st) {
		return false
	}
	e.Stats.Pruned++
	return true
}

// evict drops states when there is little room left.
func (e *Explorer) evict() {
	limit := e.opt.MaxStates
	if e.opt.Evict == nil || e.alive < 2 || e.alive <= limit-limit/16 && !e.full {
		return
	}
	e.drop(min(e.alive-1, max(1, e.alive/4)))
	e.full = false
}

// fork returns a copy of a state as it was before the present instruction.
func (e *Explorer) fork(st *State) *State {
	e.made++
	return st.Fork(e.made - 1)
}
