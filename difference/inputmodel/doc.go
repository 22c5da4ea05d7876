// Package inputmodel says which inputs of main two versions are compared on, if the user
// does not: models that grow from round to round, and between them such as fit what
// stands before each changed statement (package demands says what that is).
package inputmodel
