// A relying party: go run . login PERSON | login-link | sign PERSON FILE
//
// Settings come from the environment: RP_URL, RP_UUID, RP_NAME, RP_SCHEME, and the files RP_SECRET_FILE, RP_ROOT,
// RP_ISSUING. ../README.md explains them.
package main

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		var refused *VerificationError
		if errors.As(err, &refused) {
			fmt.Fprintln(os.Stderr, "not believed:", err)
		} else {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(1)
	}
}

func run(ctx context.Context, words []string) error {
	command := ""
	if len(words) > 0 {
		command = words[0]
	}
	switch {
	case command == "login" && len(words) == 2:
		return login(ctx, words[1])
	case command == "login-link" && len(words) == 1:
		return loginLink(ctx)
	case command == "sign" && len(words) == 3:
		return sign(ctx, words[1], words[2])
	}
	return errors.New("usage: go run . login PERSON | login-link | sign PERSON FILE")
}

func login(ctx context.Context, person string) error {
	party, err := fromEnvironment()
	if err != nil {
		return err
	}
	opened, err := party.LogIn(ctx, person, "Нэвтрэх үү?")
	if err != nil {
		return err
	}
	fmt.Println("verification code:", opened.VerificationCode)
	return finish(ctx, party, opened, "logged in")
}

func loginLink(ctx context.Context) error {
	party, err := fromEnvironment()
	if err != nil {
		return err
	}
	opened, err := party.LogInByLink(ctx, "Нэвтрэх үү?")
	if err != nil {
		return err
	}
	fmt.Println("verification code:", opened.VerificationCode)
	// A page would draw a QR code of this text and replace it every second.
	ended := make(chan struct{})
	shown := make(chan struct{})
	go func() {
		defer close(shown)
		for tick := time.NewTicker(time.Second); ; {
			fmt.Println("link:", party.Link(opened))
			select {
			case <-tick.C:
			case <-ended:
				tick.Stop()
				return
			}
		}
	}()
	status, err := party.Wait(ctx, opened)
	close(ended)
	<-shown
	if err != nil {
		return err
	}
	return believe(party, opened, status, "logged in")
}

func sign(ctx context.Context, person, file string) error {
	party, err := fromEnvironment()
	if err != nil {
		return err
	}
	document, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	text := []rune(filepath.Base(file) + ": гарын үсэг")
	if len(text) > 60 {
		text = text[:60]
	}
	opened, err := party.Sign(ctx, person, document, string(text))
	if err != nil {
		return err
	}
	fmt.Println("verification code:", opened.VerificationCode)
	return finish(ctx, party, opened, "signed")
}

func finish(ctx context.Context, party *RelyingParty, opened *Opened, what string) error {
	status, err := party.Wait(ctx, opened)
	if err != nil {
		return err
	}
	return believe(party, opened, status, what)
}

func believe(party *RelyingParty, opened *Opened, status Status, what string) error {
	roots, err := pool("RP_ROOT")
	if err != nil {
		return err
	}
	intermediates, err := pool("RP_ISSUING")
	if err != nil {
		return err
	}
	trust := Trust{Roots: roots, Intermediates: intermediates, Scheme: party.Scheme, Level: "QUALIFIED"}
	signer, err := Verify(opened.Asked, status, trust, time.Now())
	if err != nil {
		return err
	}
	fmt.Printf("%s: %s %s (%s)\n", what, signer.Person, signer.Name, signer.Level)
	return nil
}

func fromEnvironment() (*RelyingParty, error) {
	for _, name := range []string{"RP_URL", "RP_UUID", "RP_NAME", "RP_SECRET_FILE", "RP_ROOT", "RP_ISSUING"} {
		if os.Getenv(name) == "" {
			return nil, fmt.Errorf("%s is not set", name)
		}
	}
	secret, err := os.ReadFile(os.Getenv("RP_SECRET_FILE"))
	if err != nil {
		return nil, err
	}
	scheme := os.Getenv("RP_SCHEME")
	if scheme == "" {
		scheme = "smart-id"
	}
	return NewRelyingParty(os.Getenv("RP_URL"), os.Getenv("RP_UUID"), os.Getenv("RP_NAME"),
		strings.TrimSpace(string(secret)), scheme)
}

func pool(setting string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(os.Getenv(setting))
	if err != nil {
		return nil, err
	}
	certificates := x509.NewCertPool()
	if !certificates.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s: no certificate in PEM", setting)
	}
	return certificates, nil
}
