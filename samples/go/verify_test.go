package main

import (
	"crypto/x509"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

type testCase struct {
	Name    string
	Record  string
	Expect  string
	Set     map[string]any
	Root    string
	Issuing string
	Level   string
	After   int
}

// What Verify says to real results, whole and changed.
func TestCases(t *testing.T) {
	var cases []testCase
	if err := json.Unmarshal(read(t, "cases.json"), &cases); err != nil || len(cases) <= 20 {
		t.Fatalf("%d cases: %v", len(cases), err)
	}
	for _, row := range cases {
		row := row
		t.Run(row.Name, func(t *testing.T) {
			if found := outcome(t, row); found != row.Expect {
				t.Errorf("%s instead of %s", found, row.Expect)
			}
		})
	}
}

func outcome(t *testing.T, row testCase) string {
	t.Helper()
	var record any
	if err := json.Unmarshal(read(t, row.Record), &record); err != nil {
		t.Fatal(err)
	}
	for pointer, value := range row.Set {
		put(record, strings.Split(pointer, "/")[1:], value)
	}
	changed, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	var whole struct {
		RecordedAt time.Time
		SchemeName string
		FlowType   string
		Person     string
		Document   *string
		Request    Body
		Answer     Status
	}
	if err := json.Unmarshal(changed, &whole); err != nil {
		t.Fatal(err)
	}
	asked := Asked{Body: whole.Request, Flow: whole.FlowType, Person: whole.Person}
	if whole.Document != nil {
		asked.Document = []byte(*whole.Document)
	}
	trust := Trust{
		Roots:         certificates(t, row.Root, "root.pem"),
		Intermediates: certificates(t, row.Issuing, "issuing.pem"),
		Scheme:        whole.SchemeName,
		Level:         otherwise(row.Level, "QUALIFIED"),
	}
	signer, err := Verify(asked, whole.Answer, trust, whole.RecordedAt.Add(time.Duration(row.After)*time.Second))
	var refused *VerificationError
	switch {
	case errors.As(err, &refused):
		return refused.Reason
	case err != nil:
		t.Fatal(err)
	case signer.Person != "PNOMN-12345678":
		t.Fatal(signer.Person)
	}
	return "OK"
}

func put(record any, path []string, value any) {
	object := record.(map[string]any)
	if len(path) == 1 {
		object[path[0]] = value
		return
	}
	put(object[path[0]], path[1:], value)
}

func certificates(t *testing.T, name, usual string) *x509.CertPool {
	t.Helper()
	found := x509.NewCertPool()
	if !found.AppendCertsFromPEM(read(t, otherwise(name, usual))) {
		t.Fatalf("no certificate in %q", name)
	}
	return found
}

func otherwise(value, usual string) string {
	if value == "" {
		return usual
	}
	return value
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}
